import { createRichText } from '#server/sample/create-rows.ts'
import type { SampleDocumentText } from './html.ts'

/** Texts for speakers, exhibitors, the press and sponsors. */
export const manuals: readonly SampleDocumentText[] = [
  {
    fileName: 'speakers-guide.pdf',
    title: { 'zh-CN': '演讲嘉宾指南', en: 'Speakers’ guide' },
    body: createRichText(
      `## 会前

请在8月28日前上传中英文简历和演示文稿。再次上传将替换先前的文件。

- 画面比例16:9，正文字号不小于24磅。
- 文字请使用中文或英文，图表注明数据来源。
- 视频请嵌入文稿，单个文件不超过200 MB。

## 会中

请至少提前一小时到三层独墅湖厅签到试讲。演讲时间含提问，计时器剩两分钟时亮黄灯。请为同传译员保持适中语速。

## 会后

经本人同意，演示文稿将以PDF格式在资料下载栏目公开。`,
      `## Before the forum

Please upload your curriculum vitae in Chinese and English and your slides by 28 August. A later upload replaces the earlier file.

- Format 16:9; body text of at least 24 points.
- Chinese or English; name the source of every chart.
- Embed videos; no file larger than 200 MB.

## At the forum

Check in and rehearse in Dushu Lake Hall on the third floor at least an hour ahead. Your time includes questions; the timer turns amber two minutes before the end. Please speak at a pace the interpreters can follow.

## Afterwards

With your consent, your slides are published as PDF under Downloads.`,
    ),
  },
  {
    fileName: 'exhibitors-manual.pdf',
    title: { 'zh-CN': '参展商手册', en: 'Exhibitors’ manual' },
    body: createRichText(
      `## 时间安排

- 布展：9月3日至4日，8:30至18:00。
- 展出：9月5日至7日，9:00至17:00；7日14:00闭展。
- 撤展：9月7日14:00至22:00。

## 标准展位

每个展位9平方米，含楣板、洽谈桌一张、椅子两把、射灯两盏和220伏插座一个。

## 规定

- 特装展位搭建限高4.5米，图纸须在8月10日前报审。
- 展馆内禁止明火；储能和氢能展品须空罐、空电或使用模型。
- 鼓励使用可循环材料，拆除后请自行清运。`,
      `## Dates

- Set-up: 3–4 September, 8:30–18:00.
- Exhibition: 5–7 September, 9:00–17:00; it closes at 14:00 on the 7th.
- Dismantling: 7 September, 14:00–22:00.

## Standard booth

Nine square metres with fascia board, one table, two chairs, two spotlights and one 220-volt socket.

## Rules

- Custom booths may be up to 4.5 metres high; send drawings for approval by 10 August.
- No open flames. Batteries must be discharged and hydrogen vessels empty, or use models.
- Please build with reusable materials and remove them afterwards.`,
    ),
  },
  {
    fileName: 'media-kit.pdf',
    title: { 'zh-CN': '媒体资料包', en: 'Media kit' },
    body: createRichText(
      `## 论坛概况

国际能源转型论坛于2023年9月5日至7日在苏州举行，由开幕式、主旨演讲、十一场分论坛、参观考察和同期展览组成。

## 采访安排

- 媒体注册截止8月25日，须提供记者证或单位介绍信。
- 新闻中心设在三层西侧，每天8:00至20:00开放。
- 专访申请请至少提前一天向新闻中心提出。

## 使用须知

会场内拍摄请勿使用闪光灯和遮挡通道的支架。引用嘉宾观点请以现场发言为准。`,
      `## About the forum

The International Energy Transition Forum takes place in Suzhou from 5 to 7 September 2023, with an opening ceremony, keynotes, eleven sub-forums, tours and an exhibition.

## Interviews

- Media registration closes on 25 August; please provide a press card or a letter from your newsroom.
- The press centre on the west side of the third floor is open daily from 8:00 to 20:00.
- Request interviews at the press centre at least one day ahead.

## Please note

No flash, and no tripods in the aisles. Quotations should follow the words as spoken.`,
    ),
  },
  {
    fileName: 'sponsorship.pdf',
    title: { 'zh-CN': '赞助方案', en: 'Sponsorship' },
    body: createRichText(
      `## 合作等级

- 战略合作伙伴：主会场背景板标识、主题演讲一席、展位四个。
- 钻石合作伙伴：分论坛冠名一场、展位三个。
- 金牌合作伙伴：资料袋标识、展位两个。
- 单项合作：欢迎酒会、晚宴、同传耳机、班车和茶歇。

## 原则

赞助单位不参与议题和嘉宾的选定。演讲内容由各分论坛学术委员会审核，商业推广内容请安排在展区。

## 申请

请于7月31日前提交意向。同一等级按提交先后确认。`,
      `## Levels

- Strategic partner: logo on the Main Hall backdrop, one keynote slot, four booths.
- Diamond partner: naming of one sub-forum, three booths.
- Gold partner: logo on the conference bag, two booths.
- Single items: reception, dinner, interpretation headsets, shuttle coaches and tea breaks.

## Principles

Sponsors take no part in choosing topics or speakers. Each sub-forum’s academic committee reviews the talks; commercial presentations belong in the exhibition.

## How to apply

Please register your interest by 31 July. Within a level, first come, first served.`,
    ),
  },
  {
    fileName: 'white-paper.pdf',
    title: { 'zh-CN': '能源转型白皮书（摘要）', en: 'Energy transition white paper: summary' },
    body: createRichText(
      `> 本摘要为示例文本，用于演示资料下载功能，其中的观点不代表任何机构。

## 一、趋势

风电和光伏正从补充电源走向主力电源，系统的矛盾由“够不够”转向“灵不灵”。灵活性成为新的稀缺资源。

## 二、判断

- 转型速度取决于电网、储能和需求侧三者中最慢的一环。
- 价格信号比补贴更能持续地引导投资。
- 标准先行可以避免重复建设和安全事故。

## 三、建议

1. 优先改造配电网，为分布式电源和充电设施留出容量。
2. 建立容量与灵活性并重的市场机制。
3. 公开关键运行数据，接受社会检验。`,
      `> This summary is a sample text that demonstrates downloads. Its views are those of no institution.

## 1. Trend

Wind and solar are turning from a supplement into the main supply, and the question from “is it enough?” into “is it flexible?”. Flexibility is the new scarce resource.

## 2. Findings

- The pace is set by the slowest of grids, storage and demand.
- Price signals guide investment longer than subsidies do.
- Standards that come first prevent duplication and accidents.

## 3. Recommendations

1. Upgrade distribution grids first, leaving room for local generation and chargers.
2. Design markets that reward both capacity and flexibility.
3. Publish key operating data and let the public judge.`,
    ),
  },
]
