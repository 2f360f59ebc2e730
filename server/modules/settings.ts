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

/** Most days of a forum: its pages show one after the other, and what ends with it must end. */
const mostDays = 31
const dayMs = 86_400_000

/**
 * Keeps settings that the forum's own code reads what that code expects, beside the shape of their values: they keep their
 * names, stay where they are read, and are not deleted.
 */
const settingHooks: Required<Pick<WriteHooks, 'check' | 'follow'>> = {
  check: async ({ before, after, locale }) => {
    const problems: FieldIssue[] = []
    if (before && shapeOf(before['name']) && before['name'] !== after['name'])
      problems.push({ path: 'name', key: 'setting.needed' })
    const shape = shapeOf(after['name'])
    if (!shape) return problems
    if (shape.isPublic && after['is_public'] !== true)
      problems.push({ path: 'is_public', key: 'setting.public' })
    if (shape.isSecret && after['is_secret'] !== true)
      problems.push({ path: 'is_secret', key: 'setting.secret' })
    const isShaped = checkObject(shape, after['value'], 'value', locale).length === 0
    return [...problems, ...(isShaped ? forumProblems(after) : [])]
  },
  follow: async ({ deed, before }) => {
    if (deed === 'delete' && shapeOf(before?.['name'])) throw createHttpError('row.needed')
  },
}

function shapeOf(name: unknown): SettingShape | undefined {
  return typeof name === 'string' && Object.hasOwn(settingShapes, name) ? settingShapes[name] : undefined
}

/** What no shape can say of the forum: a zone that there is, and days that can be counted. */
function forumProblems({ name, value }: Readonly<Record<string, unknown>>): FieldIssue[] {
  if (name !== 'forum') return []
  const { timeZone, startsOn, endsOn } = value as ForumSetting
  if (!isTimeZone(timeZone)) return [{ path: 'value.timeZone', key: 'setting.zone' }]
  const days = (Date.parse(endsOn) - Date.parse(startsOn)) / dayMs + 1
  return days > mostDays
    ? [{ path: 'value.endsOn', key: 'setting.too_long', params: { days: mostDays } }]
    : []
}

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    // An offset is a zone to Intl, but it has no summer time and not every browser knows it.
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}

const { organiser } = publicContent

/** What is secret is neither told nor made so by anybody but administrators. */
export const settingsServer = serverModule(settings, {
  permissions: {
    ...publicContent,
    organiser: organiser.rows<'is_secret'>(is('is_secret', false)).writes(['name', 'value', 'is_public']),
    administrator: organiser,
  },
  namedValues: { path: '/front/settings', name: 'name', value: 'value' },
  hooks: settingHooks,
})
