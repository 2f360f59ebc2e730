import type { FieldIssue } from '#contract/envelope.ts'
import { f } from '#contract/fields.ts'
import { checkForm } from '#contract/form/check-form.ts'
import { isPlainObject, type FormShape } from '#contract/form/form-shape.ts'
import { sessions } from '#contract/modules/sessions.ts'
import type { WriteHooks } from '#server/engine/schema/write-hooks.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

/** Maximum links of a row; programmes have a handful. */
const maxLinks = 20

/** One item of `links`. */
const linkShape: FormShape = {
  fields: {
    url: f.url({ label: { 'zh-CN': '地址', en: 'Address' }, required: true, max: 500 }),
    title: f.string({ label: { 'zh-CN': '标题', en: 'Title' }, required: true, max: 300 }),
  },
}
const linkKeys = new Set(Object.keys(linkShape.fields))

/** Hooks of modules with the field `links`: check that each link has a title and a web URL, which runs no code. */
export const linkHooks: Required<Pick<WriteHooks, 'rowOnly' | 'check'>> = {
  rowOnly: true,
  check: async ({ after: { links }, inputFields, locale }) => {
    if (!inputFields.has('links') || links === null || links === undefined) return []
    if (!Array.isArray(links)) return [{ path: 'links', key: 'field.invalid' }]
    if (links.length > maxLinks) return [{ path: 'links', key: 'field.too_many', params: { max: maxLinks } }]
    // A link has no relations.
    const form = { related: () => undefined, locale }
    return links.flatMap((value: unknown, index): FieldIssue[] => {
      const path = `links.${index}`
      if (!isPlainObject(value) || Object.keys(value).some((key) => !linkKeys.has(key)))
        return [{ path, key: 'field.invalid' }]
      const issues = checkForm(linkShape, value, { writable: linkKeys, changed: linkKeys }, form)
      return issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }))
    })
  },
}

export const sessionsServer = serverModule(sessions, {
  permissions: publicContent,
  overlaps: [
    {
      relations: ['room', 'other_rooms'],
      from: 'starts_at',
      to: 'ends_at',
      where: [{ param: 'state', op: 'eq', value: 'confirmed' }],
      key: 'session.room.shared',
    },
  ],
  hooks: linkHooks,
})
