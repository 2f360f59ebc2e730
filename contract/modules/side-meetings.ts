import { isOneOf } from '../conditions.ts'
import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { minutesBetween, sameAsRelated } from '../rules.ts'
import { languages } from '../locale.ts'
import { ownerField } from './shared-fields.ts'
import { roomSizes } from './room-sizes.ts'

/** Shortest meeting, both as requested and as assigned. Its error key names the two hours. */
const minMinutes = 120
const tooShortKey = 'side_meeting.duration.min2h'
/** Fewest guests. The error key names the number. */
const minGuests = 3
const tooFewGuestsKey = 'side_meeting.guests.min3'

/** Filter for meetings that occupy their room. */
export const occupiesRoomFilter = [isOneOf('status', ['assigned', 'paid'])]

/** Surfaces of fields that only the server and actions of organisers fill. */
const serverOnly = { form: false, import: false }

/**
 * Meetings that participants want to hold beside the forum: they apply, an organiser assigns date, time and room, and
 * payment follows. The misspelt name `need_interpretaion_equipment` stays, because clients of the API use it.
 */
export const sideMeetings = defineModule({
  name: 'side_meetings',
  label: { 'zh-CN': '边会', en: 'Side meetings' },
  group: 'forms',
  titleTemplate: '{{name}} · {{master_unit}}',
  fields: {
    owner_id: ownerField,
    name: f.string({
      label: { 'zh-CN': '会议名称', en: 'Name of the meeting' },
      required: true,
      max: 120,
      searchable: true,
    }),
    master_unit: f.string({
      label: { 'zh-CN': '主办单位', en: 'Host organisation' },
      required: true,
      max: 200,
      searchable: true,
    }),
    subject: f.string({
      label: { 'zh-CN': '会议主题', en: 'Subject' },
      required: true,
      max: 500,
      searchable: true,
    }),
    guests: f.list(f.string({ label: { 'zh-CN': '嘉宾', en: 'Guest' }, required: true, max: 80 }), {
      label: { 'zh-CN': '嘉宾', en: 'Guests' },
      required: true,
      min: minGuests,
      max: 100,
      distinct: true,
      messages: { required: tooFewGuestsKey, min: tooFewGuestsKey },
    }),
    /** A day outside the forum is valid; the form only shows a warning. */
    apply_date: f.date({ label: { 'zh-CN': '申请日期', en: 'Date wanted' }, required: true }),
    start_time_at: f.time({ label: { 'zh-CN': '开始时间', en: 'From' }, required: true }),
    end_time_at: f.time({ label: { 'zh-CN': '结束时间', en: 'To' }, required: true }),
    room_size: f.enum({
      label: { 'zh-CN': '会议室面积', en: 'Size of the room' },
      required: true,
      typeCode: 'room_size',
      options: roomSizes,
    }),
    need_interpretaion_equipment: f.boolean({
      label: { 'zh-CN': '需要同声传译设备', en: 'Interpretation equipment needed' },
      required: true,
      default: false,
    }),
    status: f.enum({
      label: { 'zh-CN': '状态', en: 'State' },
      required: true,
      surfaces: serverOnly,
      typeCode: 'side_meeting_status',
      default: 'submitted',
      options: [
        { value: 'submitted', label: { 'zh-CN': '已提交', en: 'Submitted' } },
        { value: 'assigned', label: { 'zh-CN': '已分配', en: 'Room assigned' } },
        { value: 'paid', label: { 'zh-CN': '已付款', en: 'Paid' } },
        { value: 'declined', label: { 'zh-CN': '未通过', en: 'Declined' } },
        { value: 'withdrawn', label: { 'zh-CN': '已撤回', en: 'Withdrawn' } },
        { value: 'cancelled', label: { 'zh-CN': '已取消', en: 'Cancelled' } },
      ],
    }),
    assigned_date: f.date({ label: { 'zh-CN': '分配日期', en: 'Date assigned' }, surfaces: serverOnly }),
    assigned_start_time_at: f.time({
      label: { 'zh-CN': '分配开始时间', en: 'Assigned from' },
      surfaces: serverOnly,
    }),
    assigned_end_time_at: f.time({
      label: { 'zh-CN': '分配结束时间', en: 'Assigned to' },
      surfaces: serverOnly,
    }),
    assigned_room: f.relation('meeting_rooms', {
      label: { 'zh-CN': '分配会议室', en: 'Room assigned' },
      search: ['name'],
      surfaces: serverOnly,
    }),
    /** Whole yuan, by the prices at the time of the assignment. */
    amount: f.integer({
      label: { 'zh-CN': '金额（元）', en: 'Amount (yuan)' },
      min: 0,
      surfaces: serverOnly,
    }),
    /** Reference text of the bank transfer, by which organisers find the payment. */
    payment_reference: f.string({
      label: { 'zh-CN': '付款附言', en: 'Payment reference' },
      max: 64,
      unique: true,
      surfaces: serverOnly,
    }),
    /** Copy of the forum's account (payee, bank, number) at the time of the assignment. */
    payee_name: f.string({
      label: { 'zh-CN': '收款单位', en: 'Payee' },
      localized: true,
      max: 200,
      surfaces: { ...serverOnly, list: false },
    }),
    payee_bank: f.string({
      label: { 'zh-CN': '开户行', en: 'Bank' },
      localized: true,
      max: 200,
      surfaces: { ...serverOnly, list: false },
    }),
    payee_account: f.string({
      label: { 'zh-CN': '账号', en: 'Account number' },
      max: 64,
      surfaces: { ...serverOnly, list: false },
    }),
    /** Last day of payment. */
    pay_by: f.date({ label: { 'zh-CN': '付款截止日期', en: 'To be paid by' }, surfaces: serverOnly }),
    paid_at: f.datetime({ label: { 'zh-CN': '付款时间', en: 'Paid' }, surfaces: serverOnly }),
    /** Why the application was declined or the meeting cancelled. The applicant reads it. */
    reason: f.text({
      label: { 'zh-CN': '原因', en: 'Reason' },
      localized: true,
      max: 1000,
      surfaces: serverOnly,
    }),
    /** Language of messages to the applicant. */
    locale: f.enum({
      label: { 'zh-CN': '申请人语言', en: 'Language of the applicant' },
      surfaces: { ...serverOnly, list: false },
      typeCode: 'message_language',
      options: languages,
    }),
  },
  rules: [
    minutesBetween('start_time_at', 'end_time_at').atLeast(minMinutes, tooShortKey),
    minutesBetween('assigned_start_time_at', 'assigned_end_time_at').atLeast(minMinutes, tooShortKey),
    sameAsRelated('assigned_room', 'size', 'room_size', 'side_meeting.room.size'),
  ],
  workflow: { field: 'status', initial: 'submitted' },
  actions: {
    assign: {
      byOthers: true,
      label: { 'zh-CN': '分配会议室', en: 'Assign a room' },
      from: ['submitted', 'assigned'],
      to: 'assigned',
      fields: ['assigned_date', 'assigned_start_time_at', 'assigned_end_time_at', 'assigned_room'],
      required: ['assigned_date', 'assigned_start_time_at', 'assigned_end_time_at', 'assigned_room'],
      tone: 'positive',
      tells: true,
      undoable: true,
    },
    mark_paid: {
      byOthers: true,
      label: { 'zh-CN': '确认收款', en: 'Payment received' },
      from: ['assigned'],
      to: 'paid',
      fields: ['paid_at'],
      tone: 'positive',
      tells: true,
      undoable: true,
    },
    decline: {
      byOthers: true,
      label: { 'zh-CN': '不予通过', en: 'Decline' },
      from: ['submitted'],
      to: 'declined',
      fields: ['reason'],
      required: ['reason'],
      tone: 'negative',
      tells: true,
      undoable: true,
    },
    withdraw: {
      label: { 'zh-CN': '撤回申请', en: 'Withdraw' },
      from: ['submitted', 'assigned'],
      to: 'withdrawn',
      tone: 'negative',
    },
    cancel: {
      label: { 'zh-CN': '取消边会', en: 'Cancel the meeting' },
      from: ['assigned', 'paid'],
      to: 'cancelled',
      fields: ['reason'],
      required: ['reason'],
      tone: 'negative',
      tells: true,
      undoable: true,
    },
  },
  defaultSorters: { created_at: 'desc' },
  views: {
    columns: [
      { field: 'name', width: 210, priority: 1 },
      { field: 'master_unit', width: 200, priority: 3 },
      { field: 'status', width: 140, priority: 1 },
      { field: 'apply_date', width: 120, priority: 2 },
      { field: 'start_time_at', width: 80, priority: 3 },
      { field: 'end_time_at', width: 80, priority: 3 },
      { field: 'room_size', width: 140, priority: 2 },
      { field: 'assigned_room', width: 140, priority: 3 },
      { field: 'amount', width: 110, priority: 4 },
      { field: 'paid_at', width: 150, priority: 4 },
    ],
    sections: [
      {
        label: { 'zh-CN': '申请', en: 'Application' },
        fields: ['name', 'master_unit', 'subject', 'guests'],
      },
      {
        label: { 'zh-CN': '时间与会议室', en: 'Time and room' },
        fields: ['apply_date', 'start_time_at', 'end_time_at', 'room_size', 'need_interpretaion_equipment'],
      },
      {
        label: { 'zh-CN': '安排', en: 'Assignment' },
        fields: [
          'status',
          'reason',
          'assigned_date',
          'assigned_start_time_at',
          'assigned_end_time_at',
          'assigned_room',
        ],
      },
      {
        label: { 'zh-CN': '付款', en: 'Payment' },
        fields: [
          'amount',
          'payment_reference',
          'payee_name',
          'payee_bank',
          'payee_account',
          'pay_by',
          'paid_at',
        ],
      },
    ],
    card: { title: 'name', subtitle: 'master_unit', badges: ['status', 'apply_date'] },
    board: {
      room: 'assigned_room',
      date: 'assigned_date',
      start: 'assigned_start_time_at',
      end: 'assigned_end_time_at',
      wanted: { date: 'apply_date', start: 'start_time_at', end: 'end_time_at' },
      holds: occupiesRoomFilter,
      shows: ['room_size', 'amount', 'paid_at'],
    },
  },
  presets: [
    {
      name: 'to_assign',
      label: { 'zh-CN': '待分配', en: 'To be assigned' },
      filters: [{ param: 'status', op: 'eq', value: 'submitted' }],
      sorters: { created_at: 'asc' },
    },
    {
      name: 'to_be_paid',
      label: { 'zh-CN': '待付款', en: 'To be paid' },
      filters: [{ param: 'status', op: 'eq', value: 'assigned' }],
      sorters: { pay_by: 'asc' },
    },
  ],
})
