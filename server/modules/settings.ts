import type { FieldIssue } from '#contract/envelope.ts'
import type { ForumSetting } from '#contract/forum.ts'
import { checkObject } from '#contract/form/check-form.ts'
import { settingShapes, type SettingShape } from '#contract/setting-shapes.ts'
import { is } from '#contract/conditions.ts'
import { settings } from '#contract/modules/settings.ts'
import { createHttpError } from '#server/errors.ts'
import type { WriteHooks } from '#server/engine/schema/write-hooks.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

/** Maximum days of a forum: pages show each day, and retention needs an end. */
const maxDays = 31
const dayMs = 86_400_000

/**
 * Protects the settings that the code reads: they match their shape, keep their name and visibility, and cannot be
 * deleted.
 */
const settingHooks: Required<Pick<WriteHooks, 'check' | 'follow'>> = {
  check: async ({ before, after, locale }) => {
    const issues: FieldIssue[] = []
    if (before && findShape(before['name']) && before['name'] !== after['name'])
      issues.push({ path: 'name', key: 'setting.needed' })
    const shape = findShape(after['name'])
    if (!shape) return issues
    if (shape.isPublic && after['is_public'] !== true)
      issues.push({ path: 'is_public', key: 'setting.public' })
    if (shape.isSecret && after['is_secret'] !== true)
      issues.push({ path: 'is_secret', key: 'setting.secret' })
    // The form check reports a value of another shape; `checkForum` can read only a valid one.
    const hasShape = checkObject(shape, after['value'], 'value', locale).length === 0
    return [...issues, ...(hasShape ? checkForum(after) : [])]
  },
  follow: async ({ operation, before }) => {
    // A deletion runs no other hook, and an error here rolls it back.
    if (operation === 'delete' && findShape(before?.['name'])) throw createHttpError('row.needed')
  },
}

function findShape(name: unknown): SettingShape | undefined {
  return typeof name === 'string' && Object.hasOwn(settingShapes, name) ? settingShapes[name] : undefined
}

/** Checks the setting `forum` beyond its shape: the time zone exists, and the forum has few enough days. */
function checkForum({ name, value }: Readonly<Record<string, unknown>>): FieldIssue[] {
  if (name !== 'forum') return []
  const { timeZone, startsOn, endsOn } = value as ForumSetting
  if (!isTimeZone(timeZone)) return [{ path: 'value.timeZone', key: 'setting.zone' }]
  const days = (Date.parse(endsOn) - Date.parse(startsOn)) / dayMs + 1
  return days > maxDays ? [{ path: 'value.endsOn', key: 'setting.too_long', params: { days: maxDays } }] : []
}

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    // Intl accepts an offset as a zone. It has no summer time, and some browsers reject it.
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}

const { organiser } = publicContent

/** Only administrators read secret settings and make settings secret. */
export const settingsServer = serverModule(settings, {
  permissions: {
    ...publicContent,
    organiser: organiser.rows<'is_secret'>(is('is_secret', false)).writes(['name', 'value', 'is_public']),
    administrator: organiser,
  },
  namedValues: { path: '/front/settings', name: 'name', value: 'value' },
  hooks: settingHooks,
})
