import type { NewsItem } from './news-item.ts'
import { rich } from '../rich.ts'
import { text } from '../text.ts'

/** News published in July. */
export const july: readonly NewsItem[] = [
  {
    no: '00017',
    category: 'c-notice',
    publishedAt: '2023-07-03T09:00',
    title: text(
      '第一轮通知：论坛将于9月5日至7日在苏州举行',
      'First announcement: the forum will take place in Suzhou from 5 to 7 September',
    ),
    summary: text(
      '论坛为期三天，设十一场分论坛、四条参观路线和同期展览。',
      'Three days, eleven sub-forums, four tours and an exhibition.',
    ),
    body: rich(
      `国际能源转型论坛将于2023年9月5日至7日在苏州国际博览中心举行。论坛面向政府、企业、科研机构、金融机构和国际组织，以中英文为工作语言。

## 日程安排

- 9月5日：开幕式、主旨演讲和第一分论坛。
- 9月6日：第二至第八分论坛。
- 9月7日：参观考察、第九至第十一分论坛和闭幕式。

## 如何参加

请在官网注册并填写报名信息。审核结果将在两个工作日左右通过电子邮件通知。详细安排见[议程](/agenda)。`,
      `The International Energy Transition Forum will be held at Suzhou International Expo Centre from 5 to 7 September 2023. It welcomes government, business, research, finance and international organisations, and works in Chinese and English.

## Programme

- 5 September: opening ceremony, keynotes and sub-forum I.
- 6 September: sub-forums II to VIII.
- 7 September: tours, sub-forums IX to XI and the closing ceremony.

## How to take part

Please register on this site. You will hear by e-mail in about two working days. Details are in the [agenda](/agenda).`,
    ),
  },
  {
    no: '00018',
    category: 'c-notice',
    publishedAt: '2023-07-06T10:00',
    title: text('参会报名通道正式开放', 'Registration is open'),
    summary: text(
      '即日起接受参会报名，请备好清晰的免冠证件照。',
      'You can register from today. Please have a clear, bareheaded photo at hand.',
    ),
    body: rich(
      `即日起，参会代表可以在官网完成报名。填写过程约需十分钟，中途退出时已填内容会保存在本机。

## 需要准备

1. 有效身份证件或护照。
2. 清晰的免冠证件照。
3. 希望参加的分论坛和参观路线。

同一时段选择多个分论坛时，请指定一个优先参加的分论坛，以便会务组预留座位。`,
      `You can now register on this site. It takes about ten minutes, and what you have entered is kept on your device if you pause.

## What you need

1. A valid identity document or passport.
2. A clear photo of your face, without a hat.
3. The sub-forums and tour you would like to join.

If you choose several sub-forums at the same time, please mark the one that comes first, so that we can keep a seat for you.`,
    ),
  },
  {
    no: '20230710',
    category: 'c-forum',
    publishedAt: '2023-07-10T14:30',
    title: text('十一场分论坛主题公布', 'Topics of the eleven sub-forums announced'),
    summary: text(
      '从风光、储能、氢能到碳市场与数字能源，覆盖能源转型主要领域。',
      'From wind, solar, storage and hydrogen to carbon markets and digital energy.',
    ),
    body: rich(
      `组委会今天公布本届论坛十一场分论坛的主题。与上届相比，今年新增绿色交通和数字能源两个方向，并把青年议题纳入国际合作分论坛。

## 三个特点

- **更聚焦工程实践**：每场分论坛至少安排两个公开运行数据的项目案例。
- **更重视对话**：每场以圆桌结尾，保留现场提问时间。
- **更便于选择**：同一时段的分论坛尽量错开相近主题。

> 我们希望听众带走的不是口号，而是可以核对的数字。

各场报告题目将在八月上旬陆续公布。`,
      `The organising committee has announced the topics of this year’s eleven sub-forums. Clean transport and digital energy are new, and young people’s concerns have joined international cooperation.

## What is different

- **Closer to practice**: every sub-forum has at least two projects that disclose operating data.
- **More dialogue**: each ends with a panel and leaves time for questions.
- **Easier to choose**: related topics run at different times wherever possible.

> We want the audience to take home figures that can be checked, not slogans.

The titles of the talks will follow in early August.`,
    ),
  },
  {
    no: '20230714',
    category: 'c-industry',
    publishedAt: '2023-07-14T09:30',
    title: text('迎峰度夏：多地扩大需求响应规模', 'Summer peak: more regions turn to demand response'),
    summary: text(
      '空调负荷成为可调资源，居民参与度明显提高。',
      'Air conditioning becomes an adjustable resource, and households join in.',
    ),
    body: rich(
      `进入七月，多地用电负荷连续走高。与往年主要依靠工业企业错峰不同，今年商业楼宇和居民空调更多地参与到需求响应中。

## 变化在哪里

负荷聚合商通过温度微调，在用户几乎无感的情况下削减尖峰。实践表明，把室温上调一度，楼宇空调负荷可以下降约一成。

## 仍需解决的问题

- 基线核定方法不统一。
- 补偿标准偏低，到账周期较长。
- 居民侧缺少简便的参与入口。

论坛第五分论坛将专题讨论虚拟电厂的商业模式。`,
      `Demand for power has been climbing since the beginning of July. In past summers the burden of shifting load fell on factories; this year office buildings and household air conditioning play a larger part.

## What has changed

Aggregators trim the peak by small changes of temperature that users hardly notice. Raising the set point by one degree cuts a building’s cooling load by about a tenth.

## What remains to be solved

- Methods of setting baselines differ.
- Compensation is low and slow to arrive.
- Households lack a simple way to take part.

Sub-forum V will look at business models for virtual power plants.`,
    ),
  },
  {
    no: '20230718',
    category: 'c-forum',
    publishedAt: '2023-07-18T11:00',
    title: text('四条参观路线开放预约', 'Four tours open for booking'),
    summary: text(
      '智能配电网、零碳工厂、氢能产业园和古城低碳更新，任选其一。',
      'Smart grids, a zero-carbon factory, a hydrogen park or the old town: choose one.',
    ),
    body: rich(
      `9月7日上午，论坛安排四条参观路线，参会代表可在报名时选择一条。

- **路线A**：智能配电网与虚拟电厂。
- **路线B**：零碳工厂与屋顶光伏。
- **路线C**：氢能产业园与加氢站。
- **路线D**：古城街区的低碳更新。

每条路线限80人，按报名先后确认。请注意，参观与第九、第十分论坛同时进行。`,
      `Four tours leave on the morning of 7 September. You may choose one when you register.

- **Tour A**: smart distribution and a virtual power plant.
- **Tour B**: a zero-carbon factory and its solar roof.
- **Tour C**: a hydrogen park and filling station.
- **Tour D**: low-carbon renewal in the old town.

Each tour takes 80 people in order of registration. Please note that sub-forums IX and X run at the same time.`,
    ),
  },
  {
    no: '20230725',
    category: 'c-notice',
    publishedAt: '2023-07-25T15:00',
    title: text('边会申请启动：三种规格会议室可选', 'Side meetings: three sizes of room to choose from'),
    summary: text(
      '每场不少于两小时，嘉宾不少于三人，须在8月15日前提交申请。',
      'At least two hours and three guests; apply by 15 August.',
    ),
    body: rich(
      `参会机构可以在论坛期间举办边会。会议室分50至100平方米、100至150平方米和250平方米三种规格。

## 申请要求

1. 每场不少于两小时。
2. 提供至少三位嘉宾名单。
3. 议题与能源转型相关，不得用于产品推销。

价格和流程见资料下载中的[边会申请指南](/download)。`,
      `Organisations taking part may hold side meetings during the forum, in rooms of 50–100, 100–150 or 250 square metres.

## Conditions

1. At least two hours.
2. A list of at least three guests.
3. A topic in energy transition, not a sales presentation.

Prices and procedure are in the side-meeting guide under [Downloads](/download).`,
    ),
  },
  {
    no: '20230729',
    category: 'c-industry',
    publishedAt: '2023-07-29T09:00',
    title: text(
      '观察：分布式光伏走到承载力关口',
      'Viewpoint: rooftop solar reaches the limits of the local grid',
    ),
    summary: text(
      '配电网接入能力成为新约束，评估与扩容要走在前面。',
      'Distribution grids are the new constraint; assessment and reinforcement must come first.',
    ),
    body: rich(
      `分布式光伏快速增长，一些县域的中午出力已经接近甚至超过本地负荷。反送电、电压越限和设备重载随之出现。

## 两种思路

一种是限制接入，另一种是提高承载力。后者需要更多投入，但长远看成本更低：台区储能、柔性互联和智能逆变器都已有成熟产品。

## 先评估，后接入

专家建议，各地应定期公布配电网可接入容量，让投资者在选址之前就了解边界。公开透明的信息，本身就是最便宜的扩容。`,
      `Rooftop solar has grown so fast that in some counties the output at noon comes close to local demand or exceeds it. Reverse flows, high voltage and overloaded equipment follow.

## Two answers

One is to limit connections, the other to raise what the grid can carry. The second needs more money at first and less in the long run: neighbourhood storage, flexible links and smart inverters are all mature products.

## Assess before connecting

Experts advise publishing the spare capacity of distribution grids at regular intervals, so that investors know the limits before choosing a site. Openness is the cheapest reinforcement of all.`,
    ),
  },
]
