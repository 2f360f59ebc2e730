import { is, isPresent, isAbsent, visibleWhen } from '../conditions.ts'
import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { languages } from '../locale.ts'

/** Surfaces of fields that only the server and actions fill. */
const serverOnly = { form: false, import: false }

/** Roles of accounts (`Role`) with their labels. */
export const userRoles = [
  { value: 'applicant', label: { 'zh-CN': '申请人', en: 'Applicant' } },
  { value: 'participant', label: { 'zh-CN': '参会者', en: 'Participant' } },
  { value: 'staff', label: { 'zh-CN': '工作人员', en: 'Staff or media' } },
  { value: 'organiser', label: { 'zh-CN': '主办方', en: 'Organiser' } },
] as const

/**
 * User accounts, with the modules granted to a member of staff. Credentials (password hash, WeChat id) are not fields of
 * the module.
 */
export const users = defineModule({
  name: 'users',
  label: { 'zh-CN': '账号与授权', en: 'Accounts and grants' },
  group: 'system',
  titleTemplate: '{{display_name}}',
  fields: {
    display_name: f.string({
      label: { 'zh-CN': '姓名', en: 'Name' },
      required: true,
      max: 200,
    }),
    /** Mobile, e-mail or a chosen name, in lower case. */
    login_name: f.string({
      label: { 'zh-CN': '登录名', en: 'Login' },
      required: true,
      max: 254,
      pattern: '^\\S+$',
      unique: true,
    }),
    mobile: f.phone({ label: { 'zh-CN': '手机', en: 'Mobile' }, max: 40, unique: true }),
    email: f.email({ label: { 'zh-CN': '邮箱', en: 'E-mail' }, max: 254 }),
    /** Language of messages to the user; the default language when empty. */
    locale: f.enum({
      label: { 'zh-CN': '通知语言', en: 'Language of messages' },
      typeCode: 'message_language',
      options: languages,
    }),
    /** The console creates staff accounts. Applicants and participants create theirs by registering. */
    role: f.enum({
      label: { 'zh-CN': '角色', en: 'Role' },
      required: true,
      default: 'staff',
      surfaces: serverOnly,
      typeCode: 'user_role',
      options: userRoles,
    }),
    /** An organiser who also sees accounts, secret settings and the audit log. */
    is_administrator: f.boolean({
      label: { 'zh-CN': '管理员', en: 'Administrator' },
      required: true,
      default: false,
      surfaces: serverOnly,
    }),
    /** Names of modules in which a member of staff may do what organisers do. Organisers need none. */
    grants: f.list(f.string({ label: { 'zh-CN': '模块', en: 'Module' }, max: 64 }), {
      label: { 'zh-CN': '授权模块', en: 'Granted modules' },
      display: 'modules',
      max: 40,
      distinct: true,
      widget: 'modules',
      conditions: [visibleWhen(is('role', 'staff'))],
    }),
    blocked_at: f.datetime({ label: { 'zh-CN': '停用时间', en: 'Blocked' }, surfaces: serverOnly }),
  },
  views: {
    columns: [
      { field: 'display_name', width: 180, priority: 1 },
      { field: 'login_name', width: 200, priority: 2 },
      { field: 'role', width: 120, priority: 1 },
      { field: 'is_administrator', width: 100, priority: 3 },
      { field: 'blocked_at', width: 160, priority: 2 },
    ],
    sections: [
      {
        label: { 'zh-CN': '个人', en: 'Person' },
        fields: ['display_name', 'login_name', 'mobile', 'email', 'locale'],
      },
      {
        label: { 'zh-CN': '权限', en: 'Rights' },
        fields: ['role', 'is_administrator', 'blocked_at', 'grants'],
      },
    ],
    card: {
      title: 'display_name',
      subtitle: 'login_name',
      badges: ['role', 'is_administrator', 'blocked_at'],
    },
  },
  panels: [
    { kind: 'sign_ins', place: 'record', label: { 'zh-CN': '登录会话', en: 'Sign-ins' } },
    { kind: 'second_factor', place: 'record', label: { 'zh-CN': '两步验证', en: 'Two-step sign-in' } },
  ],
  presets: [
    {
      name: 'console',
      label: { 'zh-CN': '主办方与工作人员', en: 'Organisers and staff' },
      filters: [{ param: 'role', op: 'in', value: ['organiser', 'staff'] }],
      sorters: { display_name: 'asc' },
    },
  ],
  actions: {
    set_role: {
      label: { 'zh-CN': '更改角色', en: 'Change the role' },
      fields: ['role', 'is_administrator'],
      required: ['role'],
    },
    block: {
      label: { 'zh-CN': '停用', en: 'Block' },
      when: [isAbsent('blocked_at')],
      // The server sets `blocked_at` to the present time.
      tone: 'negative',
    },
    unblock: {
      label: { 'zh-CN': '恢复', en: 'Unblock' },
      when: [isPresent('blocked_at')],
      set: { blocked_at: null },
      tone: 'positive',
    },
  },
})
