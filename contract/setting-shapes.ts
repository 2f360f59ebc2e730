import { f } from './fields.ts'
import type { ObjectShape } from './form/form-shape.ts'
import { roomSizes } from './modules/room-sizes.ts'
import { notBefore } from './rules.ts'

/** Shape of the value of a setting that the app or the server uses. */
export interface SettingShape extends ObjectShape {
  /** Its row must stay public, because the app reads it for every visitor. Other settings may be public. */
  isPublic?: true
  /** Its row must stay secret: only administrators may read and change it. */
  isSecret?: true
}

/**
 * Required in at least one language: a conference often has only one name. Conditions without `when` are always met,
 * and other than the option `required` of a localized field they do not ask for every language.
 */
const requiredInOneLanguage = [{ when: [], set: { required: true } }] as const

/** Settings by name. Other names are the organisers' own, with values of any shape. */
export const settingShapes: Readonly<Record<string, SettingShape>> = {
  forum: {
    label: { 'zh-CN': '论坛', en: 'The forum' },
    isPublic: true,
    fields: {
      name: f.string({
        label: { 'zh-CN': '名称', en: 'Name' },
        localized: true,
        max: 200,
        conditions: requiredInOneLanguage,
      }),
      shortName: f.string({ label: { 'zh-CN': '简称', en: 'Short name' }, localized: true, max: 80 }),
      city: f.string({ label: { 'zh-CN': '城市', en: 'City' }, localized: true, max: 80 }),
      venue: f.string({ label: { 'zh-CN': '场馆', en: 'Venue' }, localized: true, max: 200 }),
      timeZone: f.string({ label: { 'zh-CN': '时区', en: 'Time zone' }, required: true, max: 64 }),
      startsOn: f.date({ label: { 'zh-CN': '首日', en: 'First day' }, required: true }),
      endsOn: f.date({ label: { 'zh-CN': '末日', en: 'Last day' }, required: true }),
    },
    rules: [notBefore('endsOn', 'startsOn', 'setting.ends_first')],
  },
  second_factor: {
    label: { 'zh-CN': '两步验证', en: 'Second factor' },
    isSecret: true,
    fields: {
      isRequired: f.boolean({
        label: {
          'zh-CN': '主办方和获授权的工作人员必须使用',
          en: 'Required of organisers and staff with grants',
        },
        required: true,
      }),
    },
  },
  registration: {
    label: { 'zh-CN': '参会报名', en: 'Registration' },
    isPublic: true,
    fields: {
      attend_opening_ceremony_status: f.boolean({
        label: { 'zh-CN': '开放开幕式', en: 'Opening ceremony open' },
        required: true,
      }),
    },
  },
  side_meetings: {
    label: { 'zh-CN': '边会价格', en: 'Prices of side meetings' },
    fields: {},
    parts: {
      prices: {
        label: { 'zh-CN': '每场价格（元）', en: 'Price of a meeting, in yuan' },
        fields: Object.fromEntries(
          roomSizes.map(({ value, label }) => [value, f.integer({ label, required: true, min: 0 })]),
        ),
      },
    },
  },
  side_meeting_payment: {
    label: { 'zh-CN': '边会付款', en: 'Payment of side meetings' },
    fields: {
      referencePrefix: f.string({
        label: { 'zh-CN': '附言前缀', en: 'Prefix of references' },
        required: true,
        max: 8,
        pattern: '^[A-Z0-9-]+$',
      }),
      daysToPay: f.integer({
        label: { 'zh-CN': '付款天数', en: 'Days to pay' },
        required: true,
        min: 0,
        max: 365,
      }),
    },
    parts: {
      account: {
        label: { 'zh-CN': '收款账户', en: 'Account to pay to' },
        fields: {
          name: f.string({
            label: { 'zh-CN': '户名', en: 'Account holder' },
            localized: true,
            max: 200,
            conditions: requiredInOneLanguage,
          }),
          bank: f.string({
            label: { 'zh-CN': '开户行', en: 'Bank' },
            localized: true,
            max: 200,
            conditions: requiredInOneLanguage,
          }),
          number: f.string({ label: { 'zh-CN': '账号', en: 'Account number' }, required: true, max: 64 }),
        },
      },
    },
  },
}
