import type { Localized } from '#contract/locale.ts'
import type { Tables } from '#server/db/client.ts'
import type { RetentionRule } from './server-module.ts'

const hoursPerDay = 24

/**
 * The rule of all modules for deleted rows: they can be restored for 30 days. Its period starts at `deleted_at`, which is no
 * field, so `since` does not name it.
 */
export const deletedRule: RetentionRule = {
  name: 'deleted',
  label: { 'zh-CN': '已删除的记录', en: 'Deleted records' },
  since: [],
  hours: 30 * hoursPerDay,
}

/** Retention of a table that no module defines. */
export interface TableRule {
  table: keyof Tables
  /** Describes the rows, for previews. */
  label: Localized
  /** Column with the instant at which the retention period starts. */
  column: string
  /** Length of the retention period. */
  hours: number
  /** The period starts at the forum's end when that is later. */
  startsAtForumEnd?: true
  /** Records of users' activity: like rows of modules they are deleted only when a backup contains them. */
  isUserActivity?: true
}

/** Credentials are deleted when they have expired, counters when no rate limit counts them any more. */
export const tableRules: readonly TableRule[] = [
  {
    table: 'sign_ins',
    label: { 'zh-CN': '过期的登录', en: 'Sign-ins that have run out' },
    column: 'expires_at',
    hours: 0,
  },
  {
    table: 'download_tokens',
    label: { 'zh-CN': '过期的下载令牌', en: 'Download tokens that have run out' },
    column: 'expires_at',
    hours: 0,
  },
  {
    table: 'weixin_states',
    label: { 'zh-CN': '过期的微信登录请求', en: 'Sign-ins by WeChat that were not finished' },
    column: 'expires_at',
    hours: 0,
  },
  {
    table: 'weixin_codes',
    label: { 'zh-CN': '过期的微信登录码', en: 'Codes of sign-ins by WeChat' },
    column: 'expires_at',
    hours: 0,
  },
  {
    table: 'upload_tickets',
    label: { 'zh-CN': '过期的上传凭证', en: 'Tickets for uploads' },
    column: 'expires_at',
    hours: 0,
  },
  {
    table: 'idempotency_keys',
    label: { 'zh-CN': '重复请求的记录', en: 'Answers kept for calls that are made again' },
    column: 'expires_at',
    hours: 0,
  },
  // A foreign key deletes their rows in `import_rows` with them.
  {
    table: 'imports',
    label: { 'zh-CN': '已结束的导入', en: 'Imports that are over' },
    column: 'expires_at',
    hours: 0,
  },
  {
    table: 'sms_codes',
    label: { 'zh-CN': '短信验证码', en: 'Codes sent to phones' },
    column: 'expires_at',
    // Codes and their requests are counted for rate limits of a day at most.
    hours: hoursPerDay,
  },
  {
    table: 'code_challenges',
    label: { 'zh-CN': '短信验证码的请求', en: 'Requests for codes' },
    column: 'expires_at',
    hours: hoursPerDay,
  },
  {
    table: 'sms_sends',
    label: { 'zh-CN': '短信发送计数', en: 'Counts of texts sent' },
    column: 'sent_at',
    hours: hoursPerDay,
  },
  {
    table: 'known_places',
    label: { 'zh-CN': '常用登录网络', en: 'Networks that people signed in from' },
    column: 'known_at',
    // `server/accounts/sign-in.ts` trusts a network for 30 days.
    hours: 30 * hoursPerDay,
  },
  {
    table: 'download_history',
    label: { 'zh-CN': '下载记录', en: 'Who downloaded what' },
    column: 'downloaded_at',
    hours: 30 * hoursPerDay,
    startsAtForumEnd: true,
    isUserActivity: true,
  },
  // Contents of parked messages; the messages themselves follow their module's rule.
  {
    table: 'message_queue',
    label: { 'zh-CN': '搁置消息的内容', en: 'What parked messages say' },
    column: 'parked_at',
    hours: 30 * hoursPerDay,
    startsAtForumEnd: true,
  },
  {
    table: 'rate_counts',
    label: { 'zh-CN': '访问频率计数', en: 'Counts of tries' },
    column: 'counted_at',
    // The longest counting period is 30 days.
    hours: 31 * hoursPerDay,
  },
]
