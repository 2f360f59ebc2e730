import type { NewsItem } from './news-item.ts'
import { rich } from '../rich.ts'
import { text } from '../text.ts'

/** News published in August. */
export const august: readonly NewsItem[] = [
  {
    no: '20230801',
    category: 'c-forum',
    publishedAt: '2023-08-01T09:00',
    title: text(
      '完整议程发布，八十余场活动等你安排',
      'Full agenda published: more than eighty items to plan',
    ),
    summary: text(
      '可按日期、会场和分论坛浏览，收藏感兴趣的场次。',
      'Browse by day, room or sub-forum and star what interests you.',
    ),
    body: rich(
      `论坛完整议程今天上线，包括开幕式、主旨演讲、十一场分论坛、参观考察和交流活动。

## 使用小贴士

- 点按星标即可收藏，没有网络时也能查看。
- 时间冲突的场次会有提示。
- 会场调整会在开场前更新，请以[议程](/agenda)页面为准。

## 语言

主会场与二层各厅提供中英文同声传译，三层小型会议室以标注的语言进行。`,
      `The full agenda is online: the opening, keynotes, eleven sub-forums, tours and social events.

## Hints

- Tap the star to keep a session; your list works without a network.
- Sessions that clash are marked.
- Changes of room are shown before the start: the [agenda](/agenda) is always right.

## Languages

The Main Hall and the second-floor halls are interpreted between Chinese and English. Small rooms on the third floor work in the language shown.`,
    ),
  },
  {
    no: '20230804',
    category: 'c-notice',
    publishedAt: '2023-08-04T16:00',
    title: text('关于提前办理签证的提醒', 'Please apply for your visa early'),
    summary: text(
      '境外代表可在报名审核通过后申请邀请函。',
      'Participants from abroad may ask for an invitation letter once approved.',
    ),
    body: rich(
      `需要签证的境外代表，请预留至少四周办理时间。报名审核通过后，可向组委会申请邀请函。

## 办理步骤

1. 完成报名并等待审核结果。
2. 提供护照首页扫描件，申请邀请函。
3. 向中国驻当地使领馆或签证中心递交材料。

签证要求因国籍而异，请以使领馆公布的信息为准。更多出行信息见[商务与旅行](/suzhou)。`,
      `If you need a visa, please allow at least four weeks. Once your registration is approved, you may ask the committee for an invitation letter.

## Steps

1. Register and wait for the result.
2. Send a scan of your passport’s data page and ask for the letter.
3. Apply at the Chinese embassy, consulate or visa centre in your country.

Requirements differ by nationality; the embassy’s word is final. More under [Business and travel](/suzhou).`,
    ),
  },
  {
    no: '20230808',
    category: 'c-industry',
    publishedAt: '2023-08-08T10:30',
    title: text('新型储能为何建得多、用得少', 'Why new storage is built often and used rarely'),
    summary: text(
      '调度规则、价格机制与设备质量是三道坎。',
      'Dispatch rules, prices and quality are the three hurdles.',
    ),
    body: rich(
      `过去两年，新型储能装机成倍增长，但不少电站每天平均充放电不足一次。业内人士认为，原因主要有三个方面。

## 调度不会用

许多储能作为新能源的配套建设，容量小而分散，难以被统一调用。

## 价格不愿用

峰谷价差不足以覆盖损耗，电站宁可闲置。

## 质量不敢用

部分项目以最低价采购，故障频发，业主担心安全而降低使用强度。

论坛第三分论坛将公布一座独立储能电站首年的完整账目，供同行参考。`,
      `New storage has multiplied in two years, yet many plants complete less than one cycle a day. People in the business give three reasons.

## Dispatch cannot use it

Much storage was built as an accessory to wind and solar: small, scattered and hard to call on together.

## Prices do not reward it

The spread between peak and valley does not cover losses, so idling is the better business.

## Owners do not trust it

Some projects were bought at the lowest price. Failures are frequent, and owners hold back for safety.

In sub-forum III, a stand-alone plant will open the books of its first year.`,
    ),
  },
  {
    no: '20230811',
    category: 'c-forum',
    publishedAt: '2023-08-11T09:00',
    title: text(
      '志愿者培训启动，双语服务覆盖会场、车站与酒店',
      'Volunteers begin training for bilingual service at venue, stations and hotels',
    ),
    summary: text(
      '两百名高校志愿者将在论坛期间提供引导和翻译服务。',
      'Two hundred students will guide and interpret during the forum.',
    ),
    body: rich(
      `来自多所高校的两百名志愿者本周开始培训，内容包括会场动线、急救常识和双语服务用语。

论坛期间，身着青绿色马甲的志愿者将出现在机场、高铁站、推荐酒店和各楼层入口。需要轮椅或陪同服务的代表，可以在报到前一天联系问询台。`,
      `Two hundred volunteers from several universities began training this week: routes through the venue, first aid and service in two languages.

During the forum you will find them in teal waistcoats at the airports, the railway stations, the recommended hotels and on every floor. If you need a wheelchair or a companion, tell the information desk the day before you arrive.`,
    ),
  },
  {
    no: '20230815',
    category: 'c-industry',
    publishedAt: '2023-08-15T11:00',
    title: text(
      '碳边境调节机制过渡期临近，出口企业该做哪些准备',
      'Carbon border adjustment: what exporters should do before the transition begins',
    ),
    summary: text(
      '先摸清产品边界，再建立供应商数据台账。',
      'Know the boundaries of your product first, then keep a register of supplier data.',
    ),
    body: rich(
      `碳边境调节机制将于十月进入过渡期，首批涉及钢铁、铝、水泥、化肥、电力和氢六类产品。过渡期内只需申报，无须付费，但数据质量将影响此后多年的成本。

## 三件事先做起来

1. 对照海关编码，确认哪些产品受影响。
2. 划定生产单元边界，安装或校准计量器具。
3. 与上游供应商约定数据格式和核查责任。

## 不要过度依赖默认值

默认值看似省事，却往往高于实际水平。一旦过渡期结束，差额就是真金白银。`,
      `The transition period of the carbon border adjustment mechanism begins in October with iron and steel, aluminium, cement, fertilisers, electricity and hydrogen. At first importers only report; nothing is paid. Yet the quality of the data will decide costs for years.

## Three things to begin with

1. Check by customs code which products are affected.
2. Draw the boundaries of each process and install or calibrate meters.
3. Agree with suppliers on data formats and on who verifies.

## Do not lean on default values

They look convenient but are often higher than reality. When the transition ends, the difference is money.`,
    ),
  },
  {
    no: '20230818',
    category: 'c-media',
    publishedAt: '2023-08-18T14:00',
    title: text('媒体注册指南发布', 'How the press can register'),
    summary: text(
      '媒体注册截止8月25日，新闻中心设在三层西侧。',
      'Press registration closes on 25 August; the press centre is on the west side of the third floor.',
    ),
    body: rich(
      `媒体记者请通过工作人员与媒体通道报名，上传记者证或单位介绍信。

## 现场服务

- 新闻中心每天8:00至20:00开放，提供有线网络和音频分配器。
- 主会场设摄像平台，先到先得。
- 群访安排每天早上在新闻中心公布。

高清图片和论坛标识请从[资料下载](/download)获取。`,
      `Journalists register through the staff and press channel with a press card or a letter from their newsroom.

## On site

- The press centre is open daily from 8:00 to 20:00, with wired network and audio feeds.
- A camera platform in the Main Hall is first come, first served.
- Group interviews are announced at the press centre each morning.

The media kit is under [Downloads](/download).`,
    ),
  },
  {
    no: '20230822',
    category: 'c-forum',
    publishedAt: '2023-08-22T09:30',
    title: text(
      '同期展览亮点：从兆瓦级电解槽到车网互动终端',
      'At the exhibition: from megawatt electrolysers to chargers that feed the grid',
    ),
    summary: text(
      '展览面积一万平方米，参会代表凭胸卡免费参观。',
      'Ten thousand square metres, free to visit with your badge.',
    ),
    body: rich(
      `同期展览设清洁发电、新型储能、氢能、智能电网和绿色交通五个展区，总面积一万平方米。

## 值得一看

- 一比一剖开的碱性电解槽。
- 可现场操作的电网调度模拟台。
- 由退役电池组成的移动电源车。

展览9月5日至7日每天9:00开放，7日14:00闭展。`,
      `The exhibition covers clean generation, storage, hydrogen, smart grids and clean transport on ten thousand square metres.

## Worth a look

- An alkaline electrolyser, cut open at full size.
- A grid control simulator that you can operate yourself.
- A mobile power station built from retired batteries.

Open from 9:00 on 5–7 September; it closes at 14:00 on the 7th.`,
    ),
  },
  {
    no: '20230828',
    category: 'c-notice',
    publishedAt: '2023-08-28T10:00',
    title: text('演讲嘉宾资料提交今日截止', 'Speakers: materials are due today'),
    summary: text(
      '逾期提交的演示文稿请在会前一天到试讲室拷贝。',
      'Late slides can be delivered to the rehearsal room the day before the talk.',
    ),
    body: rich(
      `请尚未提交简历和演示文稿的演讲嘉宾于今日24:00前上传。再次上传将替换先前的文件。

逾期的演示文稿，请在演讲前一天到三层独墅湖厅交给技术人员。格式要求见[演讲嘉宾指南](/download)。`,
      `If you have not sent your curriculum vitae and slides, please upload them before midnight. A later upload replaces the earlier file.

After that, hand your slides to the technicians in Dushu Lake Hall on the third floor the day before your talk. Formats are in the speakers’ guide under [Downloads](/download).`,
    ),
  },
]
