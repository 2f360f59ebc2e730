import { f } from '#contract/fields.ts'
import { defineModule } from '#contract/module-definition.ts'
import { allow } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

const label = (en: string) => ({ 'zh-CN': en, en })

/** Points to rows that are people's own, for everybody to see where that leads. */
export const badges = defineModule({
  name: 'badges',
  label: label('Badges'),
  group: 'content',
  titleTemplate: '{{id}}',
  fields: {
    workshop: f.relation('workshops', { label: label('Workshop'), search: ['title'] }),
    registration: f.relation('registrations', { label: label('Registration'), search: ['realname'] }),
    side_meeting: f.relation('side_meetings', { label: label('Meeting'), search: ['name'] }),
  },
})
const everybody = allow('list read')
export const badgesServer = serverModule(badges, {
  permissions: {
    anonymous: everybody,
    applicant: everybody,
    participant: everybody,
    staff: everybody,
    organiser: everybody,
  },
})
