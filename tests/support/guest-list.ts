import { f } from '#contract/fields.ts'
import { defineModule } from '#contract/module-definition.ts'
import { allow } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

const label = (zh: string, en: string) => ({ 'zh-CN': zh, en })

/** A module that exists only in tests of imports: texts, numbers, days and yes or no, found by their codes. */
export const guestList = defineModule({
  name: 'test_guest_list',
  label: label('来宾', 'Guests'),
  group: 'forms',
  titleTemplate: '{{name}}',
  fields: {
    code: f.string({ label: label('代码', 'Code'), max: 10, required: true, unique: true }),
    name: f.string({ label: label('姓名', 'Name'), max: 20, required: true }),
    seats: f.integer({ label: label('人数', 'Seats'), min: 1, max: 500 }),
    day: f.date({ label: label('日期', 'Day') }),
    remark: f.text({ label: label('备注', 'Remark'), max: 2000 }),
  },
})

/** Organisers do everything, participants read. */
export const guestListServer = serverModule(guestList, {
  permissions: {
    participant: allow('list read'),
    organiser: allow('list read create update delete import export'),
  },
})
