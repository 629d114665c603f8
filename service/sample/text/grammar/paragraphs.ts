/** How the paragraphs of each part of a report are built. */

export const yearParagraphs = [
  "{seg}事業では、{cause}ことから、{effect}。{response}。",
  "{term}には{cause}ことにより、{effect}。{outlook}。",
  "{cust}向けについては、{cause}ため、{prod}の取扱いは{up}ました。この結果、{effect}。",
  "{seg}事業のうち{prod}に関しては、{cause}一方で、{cause}ことから、{effect}。{response}。",
  "{district}では、{cause}ため{down}、{effect}。これに対し、{response}。",
  "{seg}事業の利益については、{cause}こと及び{cause}ことが主な変動の要因であり、{effect}。{outlook}。",
  "{site}においては、{response}。{effect}。{outlook}。",
  "前期末に掲げた課題のうち{theme}については、{response}。{term}には{cause}ものの、{effect}。",
  "{cause}影響は{term}まで続きました。{response}。なお、{outlook}。",
  "{region}における{seg}事業は{up}、{effect}。{cause}ことも寄与しております。",
] as const;

export const outlookParagraphs = [
  "{seg}事業については、{outlook}。{response}。",
  "{cust}に関しましては、{cause}状況を踏まえ、{outlook}。",
  "{outlook}。ただし、{mat}の動向によっては計画を見直す可能性があります。",
  "{theme}の進展により、{outlook}。あわせて、{response}。",
] as const;

export const policyParagraphs = [
  "{aim}ことを{seg}事業の方針としております。{measure}。また、{measure}。",
  "当社グループは、{aim}ため、{theme}を重点の課題に位置付けております。{measure}。",
  "{cust}の課題は年々複雑になっております。{aim}ことが求められており、{measure}。",
  "{meeting}では、{aim}こと及び{aim}ことを中期の論点として{cycle}議論しております。{measure}。",
  "{site}は{seg}事業の要であり、{aim}ための投資を優先しております。{measure}。",
  "{prod}を通じて{aim}ことは、当社グループの存在の意義そのものであると考えております。{measure}。",
  "{region}においては、{aim}ことを目的に、{measure}。",
  "財務の規律を保ちながら{aim}ため、投資の案件ごとに期待する収益率を定めております。{measure}。",
] as const;

export const environmentParagraphs = [
  "{cust}を取り巻く環境は、{mat}の動向及び{region}の政策の影響を受けて変化しております。{measure}。",
  "{district}においては人口の減少と人手の不足が同時に進んでおり、{aim}ことが一層重要になっております。{measure}。",
  "技術の進歩により{prod}に求められる水準は高まっております。{aim}ため、{measure}。",
  "{region}では環境に関する規制が段階的に強まる見通しであり、{measure}。",
  "{seg}事業の競争相手は国内外に{n:5-30}社程度あり、価格のみならず供給の安定が選定の条件となっております。{measure}。",
  "{mat}の供給は限られた地域に偏っております。{aim}ため、{measure}。",
] as const;

export const riskParagraphs = [
  "{event}場合には、{harm}可能性があります。{measure}。",
  "{seg}事業において{event}場合には、{harm}ことに加え、{harm}可能性があります。{measure}。",
  "{event}場合や{event}場合には、{harm}おそれがあります。{measure}。",
  "{event}ときの影響は、{seg}事業で特に大きく、{harm}可能性があると見積もっております。{measure}。また、{measure}。",
  "これに備え、{measure}。もっとも、{event}場合には、{harm}可能性を排除できません。",
  "発生の可能性は高くないものと考えておりますが、{event}場合には、{harm}可能性があります。{measure}。",
] as const;

export const governanceParagraphs = [
  "{meeting}は、{aim}ための方針及びその進捗について審議し、結果を取締役会に報告しております。{measure}。",
  "社外取締役は、{department}から事前に説明を受けたうえで審議に臨んでおり、{theme}に関する助言を行っております。",
  "子会社の業務の適正を確保するため、{department}が{cycle}状況を確認し、重要な事項は{meeting}の事前の承認を要することとしております。",
  "内部通報の窓口を社内及び社外に設け、通報者が不利益を受けないことを規程に定めております。{measure}。",
  "反社会的勢力との関係を遮断するため、{department}を対応の部署とし、契約書に排除の条項を設けております。",
  "取締役会の実効性については、全ての取締役を対象とする質問票により毎年評価しております。{aim}ための議論の時間を増やすことを課題として認識しております。",
  "情報の管理については、重要度に応じた区分を設け、{department}が{cycle}利用の状況を点検しております。",
  "損失の危険の管理については、{meeting}が全社の主要なリスク{n:12-60}項目を評価し、対応の責任者を定めております。",
  "取締役の職務の執行が効率的に行われることを確保するため、決裁の権限を見直し、{aim}ことができる体制としております。",
  "監査役と内部監査の部門は{cycle}会合を持ち、監査の計画及び結果を共有しております。",
] as const;

export const sustainabilityParagraphs = [
  "気候変動については、{n:2-4}つのシナリオを用いて{seg}事業への影響を分析しております。{mat}の費用の増加が主な移行のリスクであり、{measure}。",
  "物理的なリスクとして{site}の浸水の可能性を評価しております。{measure}。",
  "人的資本については、{aim}ために必要な技能を{n:12-48}の職種ごとに定め、{measure}。",
  "取引先とともに{aim}ため、調達の方針を定め、主要な取引先{n:20-180}社に自己評価を求めております。",
  "人権については、{region}の拠点及び取引先を対象に負の影響の評価を実施しております。{measure}。",
  "水及び廃棄物については、{site}を対象に{n:2-6}年後の削減の目標を定めております。{measure}。",
  "健康と安全については、休業を伴う災害の件数を{cycle}{meeting}に報告しております。{measure}。",
  "多様な人材が力を発揮できるよう、{department}が中心となって働き方の見直しを進めております。{measure}。",
  "地域の社会との関係については、{district}の{n:3-24}の団体と協力し、{theme}に関する学習の機会を設けております。",
] as const;

export const researchParagraphs = [
  "{prod}については、{partner}と共同で{theme}に資する要素の技術を検討しております。{outlook}。",
  "{site}では、{prod}の次の世代に向けて{n:2-7}つの主題に取り組み、うち{n:1-3}件が実証の段階に進みました。",
  "{seg}事業の分野においては、{aim}ことを目的に、試験の設備を{n:2-6}台更新いたしました。{outlook}。",
  "当連結会計年度に出願した特許は{n:4-120}件、登録となった特許は{n:3-90}件であり、{theme}に関するものが{n:21-64}％を占めております。",
  "{cust}の要望に応えるため、{prod}の評価の期間を{n:10-45}％短縮する手法を確立いたしました。",
  "{mat}の使用を減らす設計について、{n:2-5}社の取引先と評価を進めております。{outlook}。",
] as const;

export const noteParagraphs = [
  "当連結会計年度において、{seg}事業に係る見積りの前提を見直しております。{cause}ことによるものであり、影響額は{part:1-14}百万円であります。",
  "{site}に係る資産のうち{part:3-40}百万円は、{theme}に関する使用の見込みに基づいて評価しております。",
  "{cust}に対する債権のうち{part:2-30}百万円については、期末日後に回収しております。",
  "{prod}に係る契約には{n:1-5}年にわたり履行するものが含まれており、残存する履行義務に配分した金額は{part:60-420}百万円であります。",
  "{region}の子会社における会計処理は現地の基準によっておりますが、連結決算に当たり必要な調整を行っております。",
  "{mat}に関する契約の一部には数量の下限が定められており、期末日における未履行の金額は{part:8-120}百万円であります。",
  "翌連結会計年度の計算書類に重要な影響を及ぼす可能性のある仮定は、{cust}向けの成長率（{d:2-48}％）及び割引率（{d:48-112}％）であります。",
  "前連結会計年度において「その他」に含めていた{prod}に関する金額は、重要性が増したため独立して掲記しております。",
] as const;
