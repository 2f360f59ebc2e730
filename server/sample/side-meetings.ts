import { sideMeetingPaymentSetting, sideMeetingSetting } from '#contract/forum.ts'
import type { RoomSize } from '#contract/modules/room-sizes.ts'
import { sideMeetingAmount } from '#contract/side-meeting-price.ts'
import { parseMinutesOfDay } from '#contract/time.ts'
import { forumInstant } from './programme.ts'
import { text } from './text.ts'

/** A room at a time, as an organiser assigned it. */
interface Assignment {
  room: string
  date: string
  from: string
  to: string
  reference: string
}

/** Two hours in a room of the smallest size. */
const small = { start_time_at: '09:00', end_time_at: '11:00', room_size: '50-100' } as const

/** Meetings in every state; nobody's own, so that no account has to be made for them. */
export const sideMeetings = [
  {
    id: 'side-storage',
    name: '长时储能圆桌会',
    master_unit: '示例储能研究院',
    subject: '长时储能的成本与市场机制',
    guests: ['研究院院长', '电网公司规划部主任', '储能企业技术总监'],
    apply_date: '2023-09-06',
    ...small,
    need_interpretaion_equipment: false,
    status: 'submitted',
    locale: 'zh-CN',
  },
  {
    id: 'side-hydrogen',
    name: 'Hydrogen corridors',
    master_unit: 'Sample Hydrogen Association',
    subject: 'Filling stations along the eastern motorways',
    guests: ['President of the association', 'Head of a port authority', 'Head of a bus company'],
    apply_date: '2023-09-06',
    start_time_at: '14:00',
    end_time_at: '17:00',
    room_size: '100-150',
    need_interpretaion_equipment: true,
    status: 'assigned',
    locale: 'en',
    ...assigned('100-150', {
      room: 'mr-201',
      date: '2023-09-06',
      from: '14:00',
      to: '17:00',
      reference: 'SM7KQ2W9XH3C',
    }),
  },
  {
    id: 'side-finance',
    name: '绿色金融闭门会',
    master_unit: '示例绿色金融中心',
    subject: '转型金融标准与信息披露',
    guests: ['中心主任', '银行首席经济学家', '基金管理公司总经理', '评级机构代表'],
    apply_date: '2023-09-07',
    ...small,
    need_interpretaion_equipment: false,
    status: 'paid',
    locale: 'zh-CN',
    ...assigned('50-100', {
      room: 'mr-301',
      date: '2023-09-07',
      from: '09:00',
      to: '11:00',
      reference: 'SMB4T8NZ6R2Y',
    }),
    paid_at: forumInstant('2023-08-16T10:30'),
  },
  {
    id: 'side-exhibition',
    name: '新品发布会',
    master_unit: '示例设备公司',
    subject: '新一代变流器发布',
    guests: ['公司总经理', '产品经理', '客户代表'],
    apply_date: '2023-09-05',
    ...small,
    need_interpretaion_equipment: false,
    status: 'declined',
    reason: text('产品发布请在展区进行。', 'Please present products in the exhibition.'),
    locale: 'zh-CN',
  },
  {
    id: 'side-cities',
    name: '低碳城市对话',
    master_unit: '示例城市联盟',
    subject: '既有建筑改造',
    guests: ['城市代表', '建筑师', '住建部门代表'],
    apply_date: '2023-09-07',
    ...small,
    room_size: '250',
    need_interpretaion_equipment: true,
    status: 'withdrawn',
    locale: 'zh-CN',
  },
]

function assigned(size: RoomSize, { room, date, from, to, reference }: Assignment) {
  const { account } = sideMeetingPaymentSetting
  const minutes = parseMinutesOfDay(to) - parseMinutesOfDay(from)
  return {
    assigned_room: room,
    assigned_date: date,
    assigned_start_time_at: from,
    assigned_end_time_at: to,
    amount: sideMeetingAmount(minutes, sideMeetingSetting.prices[size]),
    payment_reference: reference,
    payee_name: account.name,
    payee_bank: account.bank,
    payee_account: account.number,
    pay_by: '2023-08-20',
  }
}
