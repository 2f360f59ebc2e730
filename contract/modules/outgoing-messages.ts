import { isNoneOf } from '../conditions.ts'
import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { languages } from '../locale.ts'

/** Only the server fills these fields. */
const serverOnly = { form: false, import: false }

/** Templates of messages. */
export const messageTemplates = [
  { value: 'code', label: { 'zh-CN': '验证码', en: 'Code' } },
  { value: 'password_changed', label: { 'zh-CN': '密码已更改', en: 'Password changed' } },
  { value: 'second_factor_set_up', label: { 'zh-CN': '两步验证已启用', en: 'Second factor set up' } },
  { value: 'second_factor_removed', label: { 'zh-CN': '两步验证已关闭', en: 'Second factor removed' } },
  { value: 'registration_received', label: { 'zh-CN': '已收到报名', en: 'Registration received' } },
  { value: 'registration_more_info', label: { 'zh-CN': '报名需补充材料', en: 'More information wanted' } },
  { value: 'registration_approved', label: { 'zh-CN': '报名已通过', en: 'Registration approved' } },
  {
    value: 'staff_registration_approved',
    label: { 'zh-CN': '工作人员报名已通过', en: 'Staff registration approved' },
  },
  { value: 'registration_declined', label: { 'zh-CN': '报名未通过', en: 'Registration declined' } },
  { value: 'side_meeting_assigned', label: { 'zh-CN': '边会已安排', en: 'Side meeting assigned' } },
  { value: 'side_meeting_paid', label: { 'zh-CN': '边会已付款', en: 'Side meeting paid' } },
  { value: 'side_meeting_declined', label: { 'zh-CN': '边会未通过', en: 'Side meeting declined' } },
  { value: 'side_meeting_cancelled', label: { 'zh-CN': '边会已取消', en: 'Side meeting cancelled' } },
  { value: 'question_answered', label: { 'zh-CN': '提问已答复', en: 'Question answered' } },
  { value: 'digest', label: { 'zh-CN': '每日待办', en: 'Daily digest' } },
] as const

/** Messages that are still useful when they arrive late. A parked code is not, so it is never sent again. */
export const resendableCondition = isNoneOf('template', ['code'])

/**
 * Messages that the server sends, one row per message. A row shows the delivery state and never the content:
 * recipients are masked, and contents are sealed in another table until they are sent.
 */
export const outgoingMessages = defineModule({
  name: 'outgoing_messages',
  label: { 'zh-CN': '发出的消息', en: 'Outgoing messages' },
  group: 'system',
  titleTemplate: '{{template}} · {{recipient}}',
  fields: {
    channel: f.enum({
      label: { 'zh-CN': '渠道', en: 'Channel' },
      required: true,
      surfaces: serverOnly,
      typeCode: 'message_channel',
      options: [
        { value: 'sms', label: { 'zh-CN': '短信', en: 'Text message' } },
        { value: 'mail', label: { 'zh-CN': '邮件', en: 'E-mail' } },
      ],
    }),
    /** Masked: `139****1234`, `l***@forum.example`. */
    recipient: f.string({
      label: { 'zh-CN': '收件人', en: 'Recipient' },
      required: true,
      max: 254,
      surfaces: serverOnly,
    }),
    /** Name of the template in `locales/<lng>/messages.json`. */
    template: f.enum({
      label: { 'zh-CN': '内容', en: 'Message' },
      required: true,
      surfaces: serverOnly,
      typeCode: 'message_template',
      options: messageTemplates,
    }),
    language: f.enum({
      label: { 'zh-CN': '语言', en: 'Language' },
      required: true,
      surfaces: serverOnly,
      typeCode: 'message_language',
      options: languages,
    }),
    state: f.enum({
      label: { 'zh-CN': '状态', en: 'State' },
      required: true,
      surfaces: serverOnly,
      typeCode: 'message_state',
      options: [
        { value: 'waiting', label: { 'zh-CN': '等待发送', en: 'Waiting' } },
        { value: 'sent', label: { 'zh-CN': '已发送', en: 'Sent' } },
        { value: 'parked', label: { 'zh-CN': '已搁置', en: 'Parked' } },
        { value: 'expired', label: { 'zh-CN': '已过期', en: 'Expired' } },
      ],
    }),
    /** Number of attempts to send the message. */
    tries: f.integer({
      label: { 'zh-CN': '尝试次数', en: 'Tries' },
      required: true,
      min: 0,
      surfaces: serverOnly,
    }),
    /** Time of the next attempt; empty once the message is sent, parked or expired. */
    next_try_at: f.datetime({ label: { 'zh-CN': '下次尝试', en: 'Next try' }, surfaces: serverOnly }),
    sent_at: f.datetime({ label: { 'zh-CN': '发送时间', en: 'Sent' }, surfaces: serverOnly }),
    /** Error code of the last attempt. Providers' own error texts are not stored, because they repeat addresses. */
    problem: f.string({
      label: { 'zh-CN': '最近的问题', en: 'Last problem' },
      max: 64,
      surfaces: serverOnly,
    }),
  },
  views: {
    columns: [
      { field: 'recipient', width: 180, priority: 1 },
      { field: 'template', width: 160, priority: 1 },
      { field: 'state', width: 110, priority: 1 },
      { field: 'problem', width: 150, priority: 2 },
      { field: 'tries', width: 80, priority: 3 },
      { field: 'next_try_at', width: 150, priority: 3 },
      { field: 'sent_at', width: 150, priority: 3 },
      { field: 'channel', width: 90, priority: 3 },
    ],
    card: { title: 'recipient', subtitle: 'template', badges: ['state', 'problem'] },
    sections: [
      {
        label: { 'zh-CN': '消息', en: 'Message' },
        fields: ['recipient', 'template', 'channel', 'language'],
      },
      {
        label: { 'zh-CN': '发送情况', en: 'How it went' },
        fields: ['state', 'problem', 'tries', 'next_try_at', 'sent_at'],
      },
    ],
  },
  presets: [
    {
      name: 'parked',
      label: { 'zh-CN': '已搁置', en: 'Parked' },
      filters: [{ param: 'state', op: 'eq', value: 'parked' }],
      sorters: { created_at: 'asc' },
    },
  ],
  workflow: { field: 'state', initial: 'waiting' },
  actions: {
    retry: {
      label: { 'zh-CN': '重新发送', en: 'Send again' },
      from: ['parked'],
      when: [resendableCondition],
      to: 'waiting',
      tone: 'positive',
    },
  },
  defaultSorters: { created_at: 'desc' },
  limits: { allRows: 0 },
})
