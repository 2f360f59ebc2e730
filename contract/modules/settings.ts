import { is } from '../conditions.ts'
import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { implies } from '../rules.ts'
import { settingShapes } from '../setting-shapes.ts'

/** Values that organisers may change. `GET /front/settings/{name}` returns the value of a public setting. */
export const settings = defineModule({
  name: 'settings',
  label: { 'zh-CN': '设置', en: 'Settings' },
  group: 'system',
  titleTemplate: '{{name}}',
  fields: {
    /** Never `options`, because `GET /front/settings/options` returns the options of this module's enum fields. */
    name: f.string({
      label: { 'zh-CN': '名称', en: 'Name' },
      required: true,
      max: 64,
      pattern: '^(?!options$)[a-z][a-z0-9_]*$',
      unique: true,
    }),
    value: f.json({
      label: { 'zh-CN': '值', en: 'Value' },
      required: true,
      shaped: { field: 'name', shapes: settingShapes },
    }),
    is_public: f.boolean({ label: { 'zh-CN': '公开', en: 'Public' }, required: true, default: false }),
    /** Only administrators see it. */
    is_secret: f.boolean({ label: { 'zh-CN': '保密', en: 'Secret' }, required: true, default: false }),
  },
  published: [{ param: 'is_public', op: 'eq', value: true }],
  rules: [
    implies([is('is_secret', true)], [is('is_public', false)], 'is_public', 'setting.secret_or_public'),
  ],
  limits: { allRows: 500 },
})
