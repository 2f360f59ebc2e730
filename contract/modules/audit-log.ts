import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'

/** Where a row came from and what it concerns; nobody fills it in a form or an import. */
const surfaces = { form: false, import: false }

/** What was done, by whom: names of fields, never their values. Only the server adds rows, and nothing changes one. */
export const auditLog = defineModule({
  name: 'audit_log',
  label: { 'zh-CN': '审计日志', en: 'Audit log' },
  group: 'system',
  titleTemplate: '{{action}}',
  fields: {
    at: f.datetime({ label: { 'zh-CN': '时间', en: 'Time' }, required: true, surfaces }),
    /** `sign_in`, `sign_in.refused`, `password.changed`: a word for the deed, with its outcome when that is not success. */
    action: f.string({ label: { 'zh-CN': '操作', en: 'Action' }, required: true, max: 64, surfaces }),
    /** Account of who did it; empty when nobody was signed in, or the server or an operator did it. */
    actor_id: f.string({ label: { 'zh-CN': '操作人', en: 'By' }, max: 64, surfaces }),
    module: f.string({ label: { 'zh-CN': '模块', en: 'Module' }, max: 64, surfaces }),
    row_id: f.string({ label: { 'zh-CN': '记录', en: 'Record' }, max: 64, surfaces }),
    fields: f.list(f.string({ label: { 'zh-CN': '字段', en: 'Field' } }), {
      label: { 'zh-CN': '字段', en: 'Fields' },
      surfaces,
    }),
    /** Of how many rows something was done at once. */
    row_count: f.integer({ label: { 'zh-CN': '记录数', en: 'Number of records' }, surfaces }),
    /** Why something masked was shown in full, as the person who did it wrote; digits that might name somebody are masked. */
    reason: f.string({ label: { 'zh-CN': '理由', en: 'Reason' }, max: 200, surfaces }),
    request_id: f.string({ label: { 'zh-CN': '请求', en: 'Request' }, max: 64, surfaces }),
    /** Network, not a single device: see `toNetwork`. */
    address_block: f.string({ label: { 'zh-CN': '网段', en: 'Network' }, max: 64, surfaces }),
  },
  defaultSorters: { at: 'desc' },
})
