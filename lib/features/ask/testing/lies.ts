/**
 * Sentences that a model may claim on true quotes: 200 lies of many kinds, and honest wordings. Every second one of each
 * list is held out: the rules were written with the others alone (decision 30).
 */
export const evidence: readonly string[] = [
  "当連結会計年度の売上高は12,345百万円（前期比3.4％増）となり、営業利益は1,234百万円（同5.6％減）となりました。",
  "当社は2025年4月1日付で株式会社北浜計器の全株式を取得し、同社を連結子会社といたしました。",
  "当社グループは、原材料価格の高騰により製造原価が上昇し、業績に影響を及ぼす可能性があります。",
  "定時株主総会において、代表取締役社長に佐藤一郎が選任され、就任いたしました。",
  "当期末の配当金は、1株当たり25円とし、前期から5円増配いたしました。",
  "減損の兆候は認められないため、減損損失は計上しておりません。",
  "従業員数は1,250名であり、前期末から40名減少しました。",
  "監査等委員会は、会計監査人の監査の方法及び結果は相当であると認めます。",
  "次期の連結業績予想につきましては、売上高13,000百万円、営業利益1,400百万円を見込んでおります。",
  "研究開発費は前期2,345百万円、当期3,456百万円であります。",
  "Net sales for the fiscal year ended March 31, 2025 were 12,345 million yen, an increase of 3.4% from the previous year.",
  "The Company has not identified any material weakness in its internal control over financial reporting.",
  "The Company plans to close its Osaka plant in September 2026 and to transfer production to Nagoya.",
];

export interface Claim {
  readonly kind: string;
  /** Its place in `evidence`. */
  readonly quote: number;
  readonly text: string;
}

const claims = (lines: string): readonly Claim[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [kind = "", quote = "", text = ""] = line.split("|");
      return { kind, quote: Number(quote), text };
    });

export const lies = claims(`
invented|0|代表取締役は粉飾決算の疑いで逮捕された。
invented|0|当社は民事再生手続の開始を申し立てた。
invented|1|当社は証券取引等監視委員会の調査を受けている。
invented|1|主力製品に重大な欠陥が見つかり、回収が始まった。
invented|2|工場で火災が起き、生産が止まっている。
invented|2|取引先の多くが契約を打ち切った。
invented|3|社長は任期の途中で解任された。
invented|3|創業家が経営権をめぐって争っている。
invented|4|当社は上場廃止の猶予期間に入った。
invented|4|大株主が保有株式を市場で売却した。
invented|5|当社は債務超過に陥っている。
invented|5|継続企業の前提に重要な疑義がある。
invented|6|労働組合が無期限のストライキに入った。
invented|6|サイバー攻撃により顧客情報が流出した。
invented|7|会計監査人は監査意見を表明しなかった。
invented|7|内部通報により不正な会計処理が発覚した。
invented|8|米国での訴訟に敗れ、賠償金を支払う。
invented|8|新薬の承認申請が却下された。
invented|9|特許を侵害したとして訴えられている。
invented|9|研究所は閉鎖され、研究者は退職した。
invented|10|The chief executive was arrested on suspicion of accounting fraud.
invented|10|A product recall halted shipments worldwide.
invented|11|Regulators opened an investigation into bribery.
invented|11|The auditor resigned over a dispute with management.
invented|12|The main bank refused to extend its loans.
invented|12|A fire destroyed the warehouse.
added clause|0|売上高は12,345百万円となったが、その半分は架空取引であった。
added clause|0|売上高は12,345百万円となり、アジア市場の好調が寄与した。
added clause|1|当社は株式会社北浜計器の全株式を取得し、その代金を借入金で賄った。
added clause|1|北浜計器を連結子会社とし、同社の社長を解任した。
added clause|2|原材料価格の高騰により製造原価が上昇し、工場の閉鎖に追い込まれる可能性があります。
added clause|2|原材料価格の高騰により、業績に影響を及ぼす可能性があり、銀行が支援を打ち切る可能性もあります。
added clause|3|代表取締役社長に佐藤一郎が選任され、反対票は過半に迫った。
added clause|3|佐藤一郎が代表取締役社長に就任し、報酬を返上した。
added clause|4|配当金は1株当たり25円とし、記念配当を含む。
added clause|4|配当金は1株当たり25円とし、前期から5円増配し、自己株式も消却した。
added clause|5|減損損失は計上しておらず、監査人もこれに反対しなかった。
added clause|5|減損の兆候は認められないと税務署が判断した。
added clause|6|従業員数は1,250名であり、希望退職により40名減少しました。
added clause|6|従業員数は40名減少し、残業が常態となりました。
added clause|7|監査の方法及び結果は相当であると認め、報酬の増額を求めます。
added clause|7|監査等委員会は全員一致で監査の結果は相当であると認めます。
added clause|8|次期は売上高13,000百万円を見込み、海外事業が牽引する。
added clause|8|営業利益1,400百万円を見込み、値上げの浸透を前提とする。
added clause|9|研究開発費は当期3,456百万円であり、電池に集中した。
added clause|9|研究開発費は当期3,456百万円で、政府の補助金を受けた。
added clause|10|Net sales were 12,345 million yen, an increase of 3.4% driven by exports to China.
added clause|10|Net sales were 12,345 million yen, half of them fictitious.
added clause|11|The Company has not identified any material weakness, according to tax authorities.
added clause|11|The Company has not identified any material weakness and dismissed its auditor.
added clause|12|The Company plans to close its Osaka plant in September 2026 and dismiss its workers.
added clause|12|The Company plans to transfer production to Nagoya because of earthquake damage.
hedge dropped|2|原材料価格の高騰により製造原価が上昇し、業績に影響を及ぼしました。
hedge dropped|2|製造原価の上昇が業績に影響を及ぼしている。
hedge dropped|8|次期の売上高は13,000百万円、営業利益は1,400百万円となりました。
hedge dropped|8|連結の営業利益は1,400百万円である。
hedge dropped|12|The Company closed its Osaka plant in September 2026.
hedge dropped|12|The Company transferred production to Nagoya.
qualifier|0|売上高は過去最高の12,345百万円となりました。
qualifier|0|営業利益は1,234百万円と大幅に減少した。
qualifier|1|当社は北浜計器の全株式を敵対的に取得した。
qualifier|1|当社は北浜計器の全株式を割高な価格で取得した。
qualifier|2|業績に壊滅的な影響を及ぼす可能性があります。
qualifier|2|業績に軽微な影響を及ぼす可能性があります。
qualifier|3|佐藤一郎が暫定の代表取締役社長に選任された。
qualifier|3|株主総会において佐藤一郎が僅差で選任された。
qualifier|4|配当金は1株当たり25円で、業界最高の水準である。
qualifier|4|前期から5円増配し、五期連続の増配となった。
qualifier|6|従業員数は予想を超えて40名減少しました。
qualifier|6|従業員数は急激に減少しました。
qualifier|9|研究開発費は同業他社を上回る3,456百万円であります。
qualifier|10|Net sales were a record 12,345 million yen.
qualifier|10|Net sales rose sharply to 12,345 million yen.
qualifier|12|The Company plans to close its unprofitable Osaka plant.
only|0|売上高だけが増加した。
only|1|当社が取得したのは北浜計器のみである。
only|4|増配は5円にすぎない。
only|6|減少したのは従業員数のみである。
only|12|The Company plans to close only its Osaka plant.
only|10|All segments increased net sales by 3.4%.
number|0|売上高は12,354百万円となりました。
number|0|売上高は12,345億円となりました。
number|0|営業利益は同6.5％減となりました。
number|1|当社は株式の51％を取得した。
number|4|配当金は1株当たり52円とした。
number|4|前期から25円増配いたしました。配当金は50円です。
number|6|従業員数は12,500名であります。
number|6|従業員数は400名減少しました。
number|8|売上高13,500百万円を見込んでおります。
number|9|研究開発費は当期4,356百万円であります。
number|10|Net sales were 12,345 billion yen.
number|10|Net sales increased by 4.3%.
number|12|The Company plans to close two plants in September 2026.
date|1|当社は2024年4月1日付で北浜計器の全株式を取得した。
date|1|当社は2025年5月1日付で北浜計器の全株式を取得した。
date|10|Net sales for the fiscal year ended March 31, 2024 were 12,345 million yen.
date|10|Net sales for the fiscal year ended June 30, 2025 were 12,345 million yen.
date|12|The Company plans to close its Osaka plant in October 2026.
date|12|The Company plans to close its Osaka plant in September 2027.
direction|0|売上高は前期比3.4％減となり、減少した。
direction|0|営業利益は同5.6％増加しました。
direction|4|前期から5円減配いたしました。
direction|6|従業員数は前期末から40名増加しました。
direction|10|Net sales decreased by 3.4% from the previous year.
direction|10|Net sales fell to 12,345 million yen.
denial|1|当社は北浜計器の株式を取得しておりません。
denial|2|業績に影響を及ぼす可能性はありません。
denial|3|佐藤一郎は選任されなかった。
denial|5|減損の兆候が認められるため、減損損失を計上しております。
denial|5|減損損失を計上した。
denial|7|監査の結果は相当であると認めません。
denial|11|The Company has identified a material weakness in its internal control.
denial|12|The Company does not plan to close its Osaka plant.
name|1|当社は株式会社南浜計器の全株式を取得した。
name|1|当社は株式会社北浜電子の全株式を取得した。
name|3|代表取締役社長に鈴木一郎が選任された。
name|3|代表取締役社長に佐藤二郎が選任された。
name|12|The Company plans to close its Kobe plant in September 2026.
name|12|The Company plans to transfer production to Sendai.
subject|0|経常利益は1,234百万円となりました。
subject|0|親会社株主に帰属する当期純利益は1,234百万円となりました。
subject|0|営業外収益は12,345百万円となりました。
subject|3|監査役に佐藤一郎が選任され、就任いたしました。
subject|4|株主優待は、1株当たり25円といたしました。
subject|6|役員数は1,250名であります。
subject|6|店舗数は1,250であり、前期末から40減少しました。
subject|7|取締役会は、監査の結果は相当であると認めます。
subject|8|次期の経常利益1,400百万円を見込んでおります。
subject|9|広告宣伝費は前期2,345百万円、当期3,456百万円であります。
subject|9|減価償却費は当期3,456百万円であります。
subject|10|Operating profit for the fiscal year was 12,345 million yen.
subject|10|Total assets were 12,345 million yen.
subject|11|The Company has not identified any material weakness in its cybersecurity.
subject|11|The Company has not identified any lawsuit.
subject|12|The Company plans to close its Osaka headquarters in September 2026.
verb|1|当社は株式会社北浜計器の全株式を売却し、連結から除外した。
verb|1|当社は株式会社北浜計器の全株式を譲渡した。
verb|3|佐藤一郎は代表取締役社長を辞任した。
verb|3|代表取締役社長の佐藤一郎が解任された。
verb|4|配当金は1株当たり25円を返還いたしました。
verb|7|監査等委員会は、監査の方法及び結果を批判します。
verb|12|The Company plans to sell its Osaka plant in September 2026.
verb|12|The Company plans to expand its Osaka plant.
cause|0|円安の影響により売上高は12,345百万円となりました。
cause|0|値引き販売により営業利益は1,234百万円に減少した。
cause|2|円高により製造原価が上昇し、業績に影響を及ぼす可能性があります。
cause|5|会計方針を変更したため、減損損失は計上しておりません。
cause|6|事業売却により従業員数は40名減少しました。
cause|9|新工場の建設に伴い研究開発費は3,456百万円となった。
cause|10|Net sales increased by 3.4% owing to a weak yen.
cause|4|特別利益の計上により5円増配いたしました。
opinion|0|売上高12,345百万円は投資家の期待を裏切る水準である。
opinion|1|北浜計器の取得は失敗であった。
opinion|3|佐藤一郎の選任は市場に歓迎された。
opinion|4|増配は株価対策とみられる。
opinion|7|監査等委員会の判断は甘い。
opinion|8|売上高13,000百万円の予想は楽観的である。
opinion|10|Net sales of 12,345 million yen disappointed analysts.
opinion|11|Internal control over financial reporting is excellent.
hiragana|0|もうけはごまかしである。
hiragana|0|すでにたたんでしまった。
hiragana|6|いじめがはびこっている。
hiragana|7|うそをついていたことがわかった。
hiragana|3|ひそかにしりぞいた。
order|0|売上高は1,234百万円となり、営業利益は12,345百万円となりました。
order|0|営業利益は前期比3.4％増、売上高は同5.6％減となりました。
order|8|営業利益13,000百万円、売上高1,400百万円を見込んでおります。
order|9|研究開発費は前期3,456百万円、当期2,345百万円であります。
order|1|株式会社北浜計器は当社の全株式を取得し、当社を連結子会社とした。
order|12|The Company plans to close its Nagoya plant and to transfer production to Osaka.
across invented|0|The president was arrested on suspicion of fraud.
across invented|1|The company filed for bankruptcy protection.
across invented|2|A fire stopped production at the main plant.
across invented|3|The founder was removed by activist investors.
across invented|5|Regulators are investigating the company.
across invented|7|The auditor refused to give an opinion.
across invented|11|社長は背任の疑いで起訴された。
across invented|12|工場で爆発事故が起きた。
across number|0|Net sales were 12,543 million yen.
across number|4|The dividend was 52 yen per share.
across number|6|The number of employees was 2,150.
across number|10|売上高は12,345億円となりました。
across name|1|The company acquired all shares of Minamihama Electric.
across name|3|Suzuki was elected president.
across name|12|当社は神戸の工場を閉鎖する予定です。
across date|1|The company acquired all the shares on May 1, 2025.
across date|10|2024年3月期の売上高は12,345百万円でした。
across item|0|Ordinary profit was 1,234 million yen.
across item|0|Total assets were 12,345 million yen.
across item|9|Depreciation was 3,456 million yen in the current year.
across direction|6|The number of employees increased by 40.
across denial|5|Impairment losses were recorded.
across denial|11|財務報告に係る内部統制に重要な不備がある。
attribution|0|アナリストによれば、売上高は12,345百万円となりました。
attribution|5|監督当局によると、減損の兆候は認められない。
attribution|10|According to a whistleblower, net sales were 12,345 million yen.
attribution|8|政府は次期の売上高13,000百万円を見込んでいる。
scope|0|単体の売上高は12,345百万円となりました。
scope|6|海外の従業員数は1,250名であり、40名減少しました。
scope|10|Net sales for the quarter ended March 31, 2025 were 12,345 million yen.
`);

export const honest = claims(`
same|0|売上高は12,345百万円となりました。
same|0|当連結会計年度の売上高は12,345百万円で、前期比3.4％増となった。
same|0|営業利益は1,234百万円であり、前期比で5.6％減少した。
same|0|営業利益は5.6％の減益となりました。
same|0|売上高は3.4％の増収であった。
same|0|売上高は前期に比べ3.4％増え、12,345百万円でした。
same|1|当社は2025年4月1日付で株式会社北浜計器の全株式を取得した。
same|1|株式会社北浜計器は連結子会社となった。
same|1|2025年4月1日に北浜計器の全株式を取得し、連結子会社としています。
same|1|当社は北浜計器を連結子会社とした。
same|2|原材料価格の高騰により、業績に影響を及ぼす可能性がある。
same|2|製造原価が上昇し、当社グループの業績に影響が及ぶ可能性があります。
same|2|原材料価格の高騰は業績に影響する可能性があるとしている。
same|2|当社グループは、製造原価の上昇が業績に影響を及ぼす可能性があると述べています。
same|3|佐藤一郎が代表取締役社長に選任された。
same|3|代表取締役社長に就任したのは佐藤一郎である。
same|3|定時株主総会で佐藤一郎が代表取締役社長に選任され、就任しました。
same|4|配当金は1株当たり25円である。
same|4|1株当たりの配当金は25円で、前期から5円の増配となりました。
same|4|当期末の配当金は前期より5円増えた。
same|5|減損損失は計上していない。
same|5|減損の兆候は認められていません。
same|5|減損の兆候がないため、減損損失は計上されなかった。
same|6|従業員数は1,250名です。
same|6|従業員数は前期末に比べ40名減少し、1,250名となった。
same|6|従業員は40名減っています。
same|7|監査等委員会は、監査の方法と結果を相当と認めている。
same|7|会計監査人の監査の結果は相当であると認めた。
same|8|次期の売上高は13,000百万円を見込んでいる。
same|8|次期の連結業績予想は、売上高13,000百万円、営業利益1,400百万円である。
same|8|営業利益は1,400百万円と予想されています。
same|9|研究開発費は当期3,456百万円であった。
same|9|研究開発費は前期の2,345百万円から当期は3,456百万円に増加した。
same|9|当期の研究開発費は3,456百万円です。
same|10|Net sales were 12,345 million yen for the fiscal year ended March 31, 2025.
same|10|Net sales rose by 3.4% to 12,345 million yen.
same|10|Compared with the previous year, net sales increased by 3.4%.
same|11|The Company did not identify any material weakness in its internal control over financial reporting.
same|11|No material weakness in internal control over financial reporting was identified.
same|12|The Company plans to close its Osaka plant in September 2026.
same|12|Production will be transferred to Nagoya as the Company plans to close the Osaka plant.
same|12|The Osaka plant is planned to close in September 2026.
across|0|Net sales were 12,345 million yen.
across|0|Net sales increased by 3.4% from the previous year to 12,345 million yen.
across|0|Operating profit was 1,234 million yen, down 5.6%.
across|1|All shares were acquired on April 1, 2025.
across|4|The dividend was 25 yen per share, an increase of 5 yen.
across|5|No impairment losses were recorded.
across|6|The number of employees was 1,250, a decrease of 40.
across|8|For the next year, net sales of 13,000 million yen are forecast.
across|9|Research and development expenses were 3,456 million yen in the current year.
across|10|2025年3月31日に終了した年度の売上高は12,345百万円でした。
across|10|売上高は前年から3.4％増加した。
across|12|2026年9月に工場を閉鎖する予定である。
`);
