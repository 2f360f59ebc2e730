import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { languages } from './languages.ts'

/** Nobody fills these in. */
const surfaces = { form: false, import: false }

/**
 * What the server sends to people, one row a message. It tells where a message stands, never what it says: recipients
 * are masked, contents lie sealed elsewhere until they are sent.
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
      surfaces,
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
      surfaces,
    }),
    /** Name of the template in `locales/<lng>/messages.json`. */
    template: f.string({ label: { 'zh-CN': '模板', en: 'Template' }, required: true, max: 64, surfaces }),
    language: f.enum({
      label: { 'zh-CN': '语言', en: 'Language' },
      required: true,
      surfaces,
      typeCode: 'message_language',
      options: languages,
    }),
    state: f.enum({
      label: { 'zh-CN': '状态', en: 'State' },
      required: true,
      surfaces,
      typeCode: 'message_state',
      options: [
        { value: 'waiting', label: { 'zh-CN': '等待发送', en: 'Waiting' } },
        { value: 'sent', label: { 'zh-CN': '已发送', en: 'Sent' } },
        { value: 'parked', label: { 'zh-CN': '已搁置', en: 'Parked' } },
        { value: 'expired', label: { 'zh-CN': '已过期', en: 'Expired' } },
      ],
    }),
    /** How often it was tried to send it. */
    tries: f.integer({ label: { 'zh-CN': '尝试次数', en: 'Tries' }, required: true, min: 0, surfaces }),
    /** When it is tried next; none once it is sent, parked or expired. */
    next_try_at: f.datetime({ label: { 'zh-CN': '下次尝试', en: 'Next try' }, surfaces }),
    sent_at: f.datetime({ label: { 'zh-CN': '发送时间', en: 'Sent' }, surfaces }),
    /** What the last try ended with, of a closed list: providers' own texts repeat addresses. */
    problem: f.string({ label: { 'zh-CN': '最近的问题', en: 'Last problem' }, max: 64, surfaces }),
  },
  defaultSorters: { created_at: 'desc' },
  limits: { allRows: 0 },
})
