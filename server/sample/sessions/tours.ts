import type { ProgrammeBlock, ProgrammeItem } from '../programme.ts'
import { text } from '../text.ts'

/** The routes leave together but from their own bays, and each bay is a place of its own to the agenda. */
const tour = (item: Omit<ProgrammeItem, 'type'>): ProgrammeItem => ({ ...item, type: 'tour' })

const items: readonly ProgrammeItem[] = [
  tour({
    id: 'tour-smart-grid',
    from: '08:20',
    to: '11:50',
    title: text('参观路线A：智能配电网与虚拟电厂', 'Tour A: smart distribution and a virtual power plant'),
    abstract: text(
      '参观一座区级配电网调度中心和虚拟电厂展示厅，观摩需求响应实时演练。全程步行约一公里，请携带身份证件。',
      'Visit a district control centre and the show room of a virtual power plant, and watch a live demand-response exercise. About one kilometre on foot; please carry your identity document.',
    ),
  }),
  tour({
    id: 'tour-factory',
    from: '08:30',
    to: '12:00',
    title: text('参观路线B：零碳工厂与屋顶光伏', 'Tour B: a zero-carbon factory and its solar roof'),
    abstract: text(
      '走进一家装备制造企业，了解屋顶光伏、储能和余热回收如何协同运行。车间内请穿平底鞋，并按引导员要求佩戴安全帽。',
      'Inside a manufacturing plant, see how rooftop solar, storage and waste heat work together. Wear flat shoes and the helmet your guide hands you.',
    ),
  }),
  tour({
    id: 'tour-hydrogen',
    from: '08:10',
    to: '12:00',
    title: text('参观路线C：氢能产业园与加氢站', 'Tour C: a hydrogen park and filling station'),
    abstract: text(
      '参观电解槽装配线、检测实验室和一座公交加氢站。园区内禁止吸烟，加氢区须关闭手机。',
      'See an electrolyser assembly line, a test laboratory and a filling station for buses. No smoking in the park, and phones must be off at the pumps.',
    ),
  }),
  tour({
    id: 'tour-garden-city',
    from: '08:40',
    to: '11:40',
    title: text('参观路线D：古城街区的低碳更新', 'Tour D: low-carbon renewal in the old town'),
    abstract: text(
      '沿平江路步行，了解历史街区如何在保护风貌的同时完成管线入地、电气化厨房和水系治理。行程以步行为主，雨天照常。',
      'A walk along Pingjiang Road shows how a historic quarter put cables underground, electrified its kitchens and cleaned its canals without losing its face. Mostly on foot, in any weather.',
    ),
  }),
]

/** Tour routes on the morning of the third day. */
export const tours: readonly ProgrammeBlock[] = items.map((item, index) => ({
  date: '2023-09-07',
  track: null,
  room: `r-coach-${index + 1}`,
  codePrefix: `T${index + 1}`,
  items: [item],
}))
