import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'

/** Only the server fills these fields. */
const serverOnly = { form: false, import: false }

/** Actions that the server itself logs. The actions and retention rules of the modules are added to them. */
export const auditActions = [
  { value: 'sign_in', label: { 'zh-CN': '登录', en: 'Signed in' } },
  { value: 'sign_in.refused', label: { 'zh-CN': '登录被拒', en: 'Sign-in refused' } },
  { value: 'call.refused', label: { 'zh-CN': '越权请求被拒', en: 'Call refused' } },
  { value: 'sign_in.ended', label: { 'zh-CN': '结束登录', en: 'Sign-in ended' } },
  { value: 'sign_out.everywhere', label: { 'zh-CN': '退出所有登录', en: 'Signed out everywhere' } },
  { value: 'password.changed', label: { 'zh-CN': '修改密码', en: 'Password changed' } },
  { value: 'second_factor.set_up', label: { 'zh-CN': '启用两步验证', en: 'Second factor set up' } },
  { value: 'second_factor.passed', label: { 'zh-CN': '通过两步验证', en: 'Second factor shown' } },
  { value: 'second_factor.refused', label: { 'zh-CN': '两步验证失败', en: 'Second factor refused' } },
  { value: 'second_factor.recovery', label: { 'zh-CN': '使用恢复码', en: 'Recovery code used' } },
  { value: 'second_factor.codes', label: { 'zh-CN': '重新生成恢复码', en: 'New recovery codes made' } },
  { value: 'second_factor.removed', label: { 'zh-CN': '关闭两步验证', en: 'Second factor removed' } },
  { value: 'second_factor.reset', label: { 'zh-CN': '重置他人的两步验证', en: 'Second factor reset' } },
  { value: 'weixin.linked', label: { 'zh-CN': '绑定微信', en: 'WeChat linked' } },
  { value: 'account.made', label: { 'zh-CN': '创建账号', en: 'Account made' } },
  { value: 'account.blocked', label: { 'zh-CN': '停用账号', en: 'Account blocked' } },
  { value: 'account.unblocked', label: { 'zh-CN': '恢复账号', en: 'Account unblocked' } },
  { value: 'account.erased', label: { 'zh-CN': '删除账号', en: 'Account erased' } },
  { value: 'role.changed', label: { 'zh-CN': '角色变更', en: 'Role changed' } },
  { value: 'own_data.taken_out', label: { 'zh-CN': '导出个人数据', en: 'Own data taken out' } },
  { value: 'create', label: { 'zh-CN': '新建', en: 'Created' } },
  { value: 'edit', label: { 'zh-CN': '修改', en: 'Changed' } },
  { value: 'delete', label: { 'zh-CN': '删除', en: 'Deleted' } },
  { value: 'restore', label: { 'zh-CN': '恢复', en: 'Restored' } },
  { value: 'reveal', label: { 'zh-CN': '查看完整内容', en: 'Shown in full' } },
  { value: 'import', label: { 'zh-CN': '导入', en: 'Imported' } },
  { value: 'import.undone', label: { 'zh-CN': '撤销导入', en: 'Import undone' } },
  { value: 'export', label: { 'zh-CN': '导出', en: 'Exported' } },
  { value: 'backup', label: { 'zh-CN': '备份', en: 'Backed up' } },
  { value: 'retention', label: { 'zh-CN': '到期清除', en: 'Erased when due' } },
]

/** Who did what. Names fields, never their values. Only the server adds rows, and nothing changes them. */
export const auditLog = defineModule({
  name: 'audit_log',
  label: { 'zh-CN': '审计日志', en: 'Audit log' },
  group: 'system',
  titleTemplate: '{{action}}',
  fields: {
    at: f.datetime({ label: { 'zh-CN': '时间', en: 'Time' }, required: true, surfaces: serverOnly }),
    /** Name of the action, with its outcome unless that is success. Older rows may contain names without a label. */
    action: f.enum({
      label: { 'zh-CN': '操作', en: 'Action' },
      required: true,
      surfaces: serverOnly,
      typeCode: 'audit_action',
      options: auditActions,
    }),
    /** The user; empty when nobody was signed in, or for the server and operators. */
    actor_id: f.relation('users', {
      label: { 'zh-CN': '操作人', en: 'By' },
      search: ['display_name', 'login_name', 'mobile'],
      surfaces: serverOnly,
    }),
    /** The server adds its modules as options. */
    module: f.enum({
      label: { 'zh-CN': '模块', en: 'Module' },
      surfaces: serverOnly,
      typeCode: 'audit_module',
      options: [],
    }),
    /** Id of the row; empty for an operation on several rows or none. */
    row_id: f.string({ label: { 'zh-CN': '记录', en: 'Record' }, max: 64, surfaces: serverOnly }),
    /** Names of the fields that were written or revealed. */
    fields: f.list(f.string({ label: { 'zh-CN': '字段', en: 'Field' } }), {
      label: { 'zh-CN': '字段', en: 'Fields' },
      surfaces: serverOnly,
    }),
    /** Number of rows that one operation affected. */
    row_count: f.integer({ label: { 'zh-CN': '记录数', en: 'Number of records' }, surfaces: serverOnly }),
    /** The user's reason for revealing a masked value. Digits that may identify a person are masked. */
    reason: f.string({ label: { 'zh-CN': '理由', en: 'Reason' }, max: 200, surfaces: serverOnly }),
    /** Id of the request, as in the server's log and in error responses. */
    request_id: f.string({ label: { 'zh-CN': '请求', en: 'Request' }, max: 64, surfaces: serverOnly }),
    /** Network of the caller's IP address, not the address itself. */
    address_block: f.string({ label: { 'zh-CN': '网段', en: 'Network' }, max: 64, surfaces: serverOnly }),
  },
  defaultSorters: { at: 'desc' },
  views: {
    columns: [
      { field: 'at', width: 160, priority: 1 },
      { field: 'action', width: 160, priority: 1 },
      { field: 'actor_id', width: 160, priority: 1 },
      { field: 'module', width: 140, priority: 2 },
      { field: 'row_id', width: 140, priority: 3 },
      { field: 'row_count', width: 110, priority: 3 },
    ],
    card: { title: 'action', subtitle: 'actor_id', badges: ['module', 'at'] },
    sections: [
      { label: { 'zh-CN': '操作', en: 'What was done' }, fields: ['at', 'action', 'actor_id', 'reason'] },
      {
        label: { 'zh-CN': '涉及内容', en: 'What it concerns' },
        fields: ['module', 'row_id', 'fields', 'row_count'],
      },
      { label: { 'zh-CN': '来源', en: 'Where it came from' }, fields: ['address_block', 'request_id'] },
    ],
  },
  panels: [
    { kind: 'retention', place: 'list', label: { 'zh-CN': '到期清除预览', en: 'What will be erased' } },
  ],
  presets: [
    {
      name: 'reveals',
      label: { 'zh-CN': '查看完整内容', en: 'Shown in full' },
      filters: [{ param: 'action', op: 'eq', value: 'reveal' }],
      sorters: { at: 'desc' },
    },
    {
      name: 'transfers',
      label: { 'zh-CN': '导入与导出', en: 'Imports and exports' },
      filters: [{ param: 'action', op: 'in', value: ['import', 'import.undone', 'export'] }],
      sorters: { at: 'desc' },
    },
    {
      name: 'refused',
      label: { 'zh-CN': '登录被拒', en: 'Sign-ins refused' },
      filters: [{ param: 'action', op: 'eq', value: 'sign_in.refused' }],
      sorters: { at: 'desc' },
    },
  ],
})
