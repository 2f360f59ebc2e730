import type { NewsItem } from './news-item.ts'
import { rich } from '../rich.ts'
import { text } from '../text.ts'

/** News published in September. */
export const september: readonly NewsItem[] = [
  {
    no: '20230903',
    category: 'c-notice',
    publishedAt: '2023-09-03T17:00',
    title: text('参会须知：班车、天气与用餐', 'Before you come: shuttles, weather and meals'),
    summary: text(
      '会期多云，最高气温约三十摄氏度，午后或有阵雨。',
      'Cloudy, up to about 30 °C, with possible afternoon showers.',
    ),
    body: rich(
      `论坛即将开幕，请留意以下安排。

## 班车

推荐酒店至会场每天7:30至9:00发车，每15分钟一班；返程17:30至21:00。

## 天气

会期多云，白天气温26至30摄氏度，午后可能有阵雨。室内空调较凉，建议携带外套。

## 用餐

午餐凭胸卡，晚宴凭晚宴券。清真与素食专区在宴会厅东侧。`,
      `The forum is about to begin. Please note the following.

## Shuttles

Coaches leave the recommended hotels every 15 minutes from 7:30 to 9:00 and return from 17:30 to 21:00.

## Weather

Cloudy, 26–30 °C by day, with possible showers in the afternoon. It is cool indoors: bring a jacket.

## Meals

Lunch with your badge, dinner with your dinner ticket. Halal and vegetarian counters are on the east side of the Banquet Hall.`,
    ),
  },
  {
    no: '20230905',
    category: 'c-forum',
    publishedAt: '2023-09-05T12:30',
    title: text('论坛在苏州开幕', 'Forum opens in Suzhou'),
    summary: text(
      '来自政府、企业、科研机构和国际组织的代表出席开幕式。',
      'Government, business, research and international organisations attend the opening.',
    ),
    body: rich(
      `国际能源转型论坛5日上午在苏州国际博览中心开幕。开幕式上发布了主题报告，提出以电网、储能和需求侧协同支撑新能源发展。

主旨演讲围绕转型节奏、全球投资和技术创新三个话题展开。多位演讲者提到，转型进入深水区，**真实的运行数据**比宏大的目标更能凝聚共识。

> 先把新的立起来，旧的才能稳稳退出去。

今天下午，第一分论坛将讨论能源转型与气候目标。`,
      `The International Energy Transition Forum opened at Suzhou International Expo Centre this morning. The theme report launched at the ceremony calls for grids, storage and demand to carry the growth of renewables together.

The keynotes spoke of pace, of investment and of innovation. Several speakers observed that, as the transition enters difficult waters, **real operating data** build more agreement than grand targets.

> Let the new stand firmly, and the old can leave in good order.

This afternoon, sub-forum I turns to energy transition and climate goals.`,
    ),
  },
  {
    no: '20230906',
    category: 'c-forum',
    publishedAt: '2023-09-06T08:00',
    title: text(
      '今日调整：“天然气管道掺氢”一场取消',
      'Change today: the talk on hydrogen in gas pipelines is cancelled',
    ),
    summary: text(
      '演讲嘉宾因故不能到场，其余场次时间不变。',
      'The speaker cannot attend; all other times stay the same.',
    ),
    body: rich(
      `因演讲嘉宾行程变化，原定今天10:45在运河厅举行的“天然气管道掺氢：材料、计量与安全边界”取消。

第四分论坛其余场次时间不变，茶歇相应延长至11:10。给您带来不便，敬请谅解。最新安排请查看[议程](/agenda)。`,
      `The speaker’s travel plans have changed. “Blending hydrogen into gas pipelines: materials, metering and safe limits”, planned for 10:45 today in Canal Hall, is cancelled.

All other times of sub-forum IV stay the same, and the tea break there lasts until 11:10. We apologise. The latest is always in the [agenda](/agenda).`,
    ),
  },
  {
    no: '20230907',
    category: 'c-forum',
    publishedAt: '2023-09-07T18:30',
    title: text(
      '论坛闭幕，十一份分论坛成果将陆续公布',
      'Forum closes; results of eleven sub-forums to follow',
    ),
    summary: text(
      '演示文稿经嘉宾同意后在资料下载栏目公开。',
      'Slides will be published under Downloads with the speakers’ consent.',
    ),
    body: rich(
      `为期三天的国际能源转型论坛7日在苏州闭幕。各分论坛主席分别汇报了讨论形成的主要共识。

## 三点共识

1. 配电网是今后五年最需要补上的短板。
2. 储能和需求响应应当按实际贡献获得回报。
3. 标准互认是绿色能源贸易的前提。

经嘉宾同意的演示文稿将陆续在[资料下载](/download)公布。感谢每一位参会者、志愿者和工作人员。`,
      `The International Energy Transition Forum closed in Suzhou on the 7th after three days. The chairs of the sub-forums reported their main conclusions.

## Three conclusions

1. Distribution grids are the weakest link of the next five years.
2. Storage and demand response should be paid for what they really contribute.
3. Trade in green energy begins with mutual recognition of standards.

Slides will appear under [Downloads](/download) with the speakers’ consent. Our thanks go to everyone who took part, volunteered and worked.`,
    ),
  },
  {
    no: '20230912',
    category: 'c-media',
    publishedAt: '2023-09-12T10:00',
    title: text('媒体眼中的论坛：少谈愿景，多谈账本', 'The forum in the press: fewer visions, more accounts'),
    summary: text(
      '多家媒体关注储能电站与碳捕集工程公开的运行数据。',
      'Journalists noted the operating data disclosed by storage and carbon capture projects.',
    ),
    body: rich(
      `论坛期间，来自国内外的媒体发布了大量报道。与往届相比，报道的焦点从目标转向数据。

- 独立储能电站公开首年收益构成，成为引用最多的内容。
- 百万吨级碳捕集工程列出全部停机原因，受到同行好评。
- 青年创想环节的电池回收方案获得现场投票第一。

组委会感谢各家媒体的专业报道。`,
      `Journalists from China and abroad reported widely on the forum. Compared with earlier years, their attention moved from targets to data.

- The first-year accounts of a stand-alone storage plant were quoted most.
- A carbon capture project of one million tonnes a year listed the cause of every outage, to the respect of its peers.
- In the session of young ideas, a battery recycling scheme won the vote.

The organising committee thanks the press for its careful work.`,
    ),
  },
]
