import { foldText } from "../../../lib/text/format/fold.ts";

/**
 * Names of issuers, and their first words, that texts mostly use as words: イノベーション, 九州, land. In Japanese they
 * are a name only with the form of the company, in English only with a capital that the sentence does not require.
 */
export const japaneseWords: ReadonlySet<string> = new Set(
  foldText(
    "トラスト ベース デジタル ビジョン コア イノベーション リード ゼロ キャリア コロナ ステップ " +
      "カバー スローガン テクノロジーズ テクノロジー プラネット ワールド スペース ヒューマン " +
      "アウトソーシング フィット プレミア ポート フリー アルファ アクセル キング クイック " +
      "フロンティア ビジョナリー オリジン チェンジ シード アドベンチャー メンバーズ インサイト " +
      "クエスト ギフト グリッド キューブ ストリーム スクロール ストライク トランザクション トルク " +
      "ドラフト ナイス ハブ パス パック ピープル フェイス フューチャー フュージョン フライト " +
      "プラザ ベクトル ホープ マックス メドレー リズム ルック レイ ラック ロイヤル アトム " +
      "アプライド サンデー セル セルム セキュア ディップ ヒップ ヒマラヤ グローリー オーバル " +
      "ウェッジ クリエイト ズーム キャスター キャリアリンク サイン ソフト ウィル トレンド " +
      "システムサポート メディア ライフ パワー リスク グループ ビジネス サービス ネクスト ホーム " +
      "ハウス データ クレジット リース エコ インフォメーション コミュニケーション エネルギー " +
      "エレクトロニクス ケミカル アセット リサーチ マネジメント 九州 京都 山口 高速 東京 大阪 " +
      "名古屋 神戸 横浜 福岡 北海道 四国 千葉 群馬 静岡 昭和 公益 地球 太陽 未来 不動産 商社 " +
      "銀行 証券 保険 電力 鉄道 海運 食品 化学 機械 建設 製薬 通信 情報 広告 出版 教育 日本 " +
      "中央 新日本 国際 共同 西部 東部 南部 北部 システム システムズ グローバル ソフトウェア " +
      "サイバー アジア ジャパン バンク プライム イメージ キャピタル リーダー バリュー テレビ " +
      "ベネフィット ゴルフ オリジナル ユビキタス テクノ コマース メディカル クロス パーク " +
      "ビューティ マイクロ スター セゾン チタン ライズ グルメ ゼネラル ネット ネットワーク " +
      "ソリューション ソリューションズ デザイン インター ホテル フード フーズ ファーマ バイオ ケア " +
      "モバイル クラウド コンテンツ ブランド ゲーム リゾート セメント ガス オート スーパー ストア " +
      "キッズ ペット カード ファンド ファイナンス エステート パートナー コンサルティング トレード " +
      "マーケット マーケティング セラミック ガラス ゴム スポーツ フィルム センサー レーザー メタル " +
      "スチール エンジニアリング プラント エリア スマート",
  ).split(" "),
);

export const englishWords: ReadonlySet<string> = new Set(
  (
    "access adventure alpha amaze amuse applied atom base basis bleach bourbon broadleaf buffalo career " +
    "caster cave change chimney circulation cleanup clip core corona create cube dawn digital disco earth " +
    "elements entrust faith flight friendly frontier fusion future gift global glory greens grid hip hob " +
    "hope hub human impress innovation insight lancers land lead life like lion marvelous max medley next " +
    "nice note olympic open orchestra order orient origin oval oxide pack pal path people pigeon pilot " +
    "plaid planet plant plaza port premium quest quick ray recruit regal revolution rhythm rise royal " +
    "screen scroll secure seed segue sharp showcase signpost simplex sincere slogan space step stream " +
    "strike succeed sunday tear token tone tow trust united valor vector wedge west will work workman " +
    "world zero zoom advance advanced advantage agile airport allied ambition area asian auto axis bank " +
    "beauty benefit bike bridge broadband broadcasting brother business capital care central century " +
    "charm citizen cluster coach commerce computer credit creek cross data delivery diamond direct double " +
    "dream eagle early east echo ecology electric emergency environmental exchange express fast feed " +
    "financial first flying focus food foods foster fund general generation glad gold good green group " +
    "happiness hard health home hotel house hybrid idea image imperial inbound information integrated " +
    "intelligent international internet joyful keeper last leader link living look management media " +
    "medical member members mercury mobile money mortgage north ocean original pacific plus pole power " +
    "precision press prestige property punch quantum recovery retail ride right ring river road rock " +
    "round sailor saint science service services seven ship silicon silver snow society soda software " +
    "solution solutions square star steel stella studio success sunny super system systems take " +
    "technology three top trade transaction transport trend trinity twenty uniform union universal user " +
    "value village vision vital wealth wood yellow japan nippon tokyo osaka kyoto asia kyushu hokkaido " +
    "okinawa yokohama nagoya kobe fukuoka hiroshima"
  ).split(" "),
);

/** After a name of one word and with a capital they make it another's: Mitsubishi Electric, Daiwa Securities. */
export const tradeWords: ReadonlySet<string> = new Set(
  (
    "airlines bank boshoku capital cement chemical chemicals construction electric electronics energy estate financial " +
    "fire food foods gas glass heavy house housing industries insurance life lease logistics marine materials metal " +
    "metals motor motors oil paper pharma pharmaceutical railway real realty rubber securities steel trust tsusho ufj"
  ).split(" "),
);
