import { type SubForum, subForums } from '#contract/forum.ts'
import type { Localized } from '#contract/locale.ts'
import { forumInstant } from './programme.ts'
import { text } from './text.ts'

interface TrackPlace {
  room: string
  description: Localized
}

/** Room and description of each sub-forum, in their order. */
const places: readonly TrackPlace[] = [
  {
    room: 'r-main',
    description: text(
      '围绕碳达峰碳中和目标，讨论能源转型的路径、节奏与安全底线，以及中长期规划如何落到项目。',
      'How fast, along which path and with what safeguards energy systems can move towards peak emissions and carbon neutrality, and how long-term plans become projects.',
    ),
  },
  {
    room: 'r-jinji',
    description: text(
      '聚焦大型风电光伏基地、深远海风电、分布式光伏和老旧机组改造，关注消纳、成本与设备可靠性。',
      'Large wind and solar bases, offshore wind in deep water, rooftop solar and repowering, with a close look at integration, cost and reliability.',
    ),
  },
  {
    room: 'r-taihu',
    description: text(
      '讨论电化学、压缩空气、飞轮和储热等技术的工程进展，以及储能的安全标准和商业模式。',
      'Engineering progress in batteries, compressed air, flywheels and thermal storage, together with safety standards and business models.',
    ),
  },
  {
    room: 'r-canal',
    description: text(
      '贯通绿氢制、储、运、用各环节，交流示范项目经验，探讨降本路径和跨境标准互认。',
      'Green hydrogen from production to use: lessons from pilot projects, the path to lower cost and mutual recognition of standards.',
    ),
  },
  {
    room: 'r-jinji',
    description: text(
      '面向高比例新能源接入，讨论源网荷储协同、电力市场建设和系统安全稳定运行。',
      'Coordinating generation, grids, demand and storage for high shares of renewables, with market design and secure operation.',
    ),
  },
  {
    room: 'r-taihu',
    description: text(
      '探讨碳市场扩容、碳核算与数据质量、绿色债券和转型金融，让资金更有效地流向低碳项目。',
      'Wider carbon markets, carbon accounting and data quality, green bonds and transition finance: how money reaches low-carbon projects.',
    ),
  },
  {
    room: 'r-canal',
    description: text(
      '关注电动汽车与电网互动、重卡电动化、绿色航运和可持续航空燃料。',
      'Electric vehicles and the grid, electric heavy trucks, green shipping and sustainable aviation fuel.',
    ),
  },
  {
    room: 'r-huqiu',
    description: text(
      '面向钢铁、水泥、化工等行业，讨论节能改造、原料替代、工业用热电气化和碳捕集利用与封存。',
      'For steel, cement and chemicals: efficiency, alternative feedstocks, electrified heat, and carbon capture, use and storage.',
    ),
  },
  {
    room: 'r-jinji',
    description: text(
      '从近零能耗建筑到城市综合能源，讨论建筑节能改造、区域供冷供热和低碳社区建设。',
      'From near-zero-energy buildings to integrated city energy: retrofits, district heating and cooling, and low-carbon neighbourhoods.',
    ),
  },
  {
    room: 'r-taihu',
    description: text(
      '讨论人工智能、数字孪生和数据要素在能源生产、交易与运维中的应用，以及网络安全与数据治理。',
      'Artificial intelligence, digital twins and data in energy production, trading and maintenance, with cyber security and data governance.',
    ),
  },
  {
    room: 'r-main',
    description: text(
      '交流双多边能源合作的机制与项目经验，倾听青年科研人员和创业者对能源未来的看法。',
      'Mechanisms and project experience of bilateral and multilateral energy cooperation, and how young researchers and founders see the future of energy.',
    ),
  },
]

/** The sub-forums as rows of tracks. */
export const tracks = subForums.map((subForum, index) => toTrack(subForum, places[index]))

function toTrack(subForum: SubForum, place: TrackPlace | undefined) {
  if (!place) throw new Error(`sub-forum ${subForum.numeral} has no room in the sample`)
  return {
    id: `t-${subForum.number}`,
    position: subForum.number,
    code: subForum.numeral,
    name: subForum.name,
    description: place.description,
    starts_at: forumInstant(subForum.startsAt),
    ends_at: forumInstant(subForum.endsAt),
    room: place.room,
  }
}
