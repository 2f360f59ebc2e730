import { expect } from 'vitest'
import {
  everybody,
  get,
  listOf,
  localized,
  ok,
  organisers,
  post,
  refused,
  signedIn,
  unknown,
  type Call,
} from './call.ts'

const id = { id: expect.any(String) }
const administrators = { ...signedIn(unknown), administrator: ok(listOf(id)) }

/** Calls of screens: settings, modules, lists, rows, search. */
export const contentCalls: readonly Call[] = [
  get(
    'settings',
    '/front/settings/forum',
    everybody(ok(expect.objectContaining({ timeZone: 'Asia/Shanghai' }))),
  ),
  get('settings', '/front/settings/nothing', everybody(unknown)),
  get(
    'modules',
    '/modules',
    everybody(ok(expect.arrayContaining([expect.objectContaining({ name: 'documents', label: localized })]))),
  ),
  get('metadata', '/front/metadata/documents', everybody(ok(expect.objectContaining({ name: 'documents' })))),
  get('metadata', '/front/metadata/nothing', signedIn(unknown)),
  get('list', '/front/query/documents/all', everybody(ok(listOf(id)))),
  get('list', '/front/query/article_category/all?size=0', everybody(ok({ ...listOf(id), size: 0 }))),
  get('list', '/front/query/audit_log/all', administrators),
  get('list', '/front/query/outgoing_messages/all', administrators),
  get(
    'detail',
    ({ documentId }) => `/front/query/documents/${documentId}`,
    everybody(ok(expect.objectContaining(id))),
  ),
  get('detail', '/front/query/documents/nothing', everybody(unknown)),
  get(
    'article',
    '/front/article/D001',
    everybody(
      ok({
        module: 'documents',
        row: expect.objectContaining({ no: 'D001' }),
        previous: { no: 'D002', title: localized },
        next: { no: 'D008', title: localized },
      }),
    ),
  ),
  get('article', '/front/article/nothing', everybody(unknown)),
  get('options', '/front/informations/options', everybody(ok(expect.any(Object)))),
  get(
    'relationship',
    '/relationship/informations?field=category',
    everybody(ok(listOf({ ...id, label: localized }))),
  ),
  get('search', '/front/search?q=%E8%83%BD%E6%BA%90', everybody(ok({ groups: expect.any(Array) }))),
]

/** Calls whose full data only organisers may see; tests/api/reveal.test.ts checks the data. */
export const revealCalls: readonly Call[] = [
  post(
    'reveal',
    '/front/reveal/registrations',
    { id: 'none', field: 'realname', reason: 'Checked at the desk' },
    organisers(refused(400, 'query.unknown_field')),
    'of an unmasked field',
  ),
]
