import { expect } from 'vitest'
import { everybody, listOf, localized, ok, signedIn, unknown, type Call } from './call.ts'

/** What screens read: settings, modules, lists, rows, search. */
export const contentCalls: readonly Call[] = [
  {
    name: 'settings',
    method: 'GET',
    path: '/front/settings/forum',
    answers: everybody(ok(expect.objectContaining({ timeZone: 'Asia/Shanghai' }))),
  },
  { name: 'settings', method: 'GET', path: '/front/settings/nothing', answers: everybody(unknown) },
  {
    name: 'modules',
    method: 'GET',
    path: '/modules',
    answers: {
      ...signedIn(
        ok(expect.arrayContaining([expect.objectContaining({ name: 'documents', label: localized })])),
      ),
      anonymous: ok(
        expect.arrayContaining([expect.objectContaining({ name: 'documents', label: localized })]),
      ),
    },
  },
  {
    name: 'metadata',
    method: 'GET',
    path: '/front/metadata/documents',
    answers: everybody(ok(expect.objectContaining({ name: 'documents' }))),
  },
  { name: 'metadata', method: 'GET', path: '/front/metadata/nothing', answers: signedIn(unknown) },
  {
    name: 'list',
    method: 'GET',
    path: '/front/query/documents/all',
    answers: everybody(ok(listOf({ id: expect.any(String) }))),
  },
  {
    name: 'list',
    title: 'hot ones',
    method: 'GET',
    path: '/front/query/documents/all?filters=is_hot%3Aeq%3A1',
    answers: everybody(ok(listOf({ id: expect.any(String) }))),
  },
  {
    name: 'list',
    method: 'GET',
    path: '/front/query/article_category/all?size=0',
    answers: everybody(ok({ ...listOf({ id: expect.any(String) }), size: 0 })),
  },
  {
    name: 'list',
    method: 'GET',
    path: '/front/query/audit_log/all',
    answers: { ...signedIn(unknown), administrator: ok(listOf({ id: expect.any(String) })) },
  },
  {
    name: 'list',
    method: 'GET',
    path: '/front/query/outgoing_messages/all',
    answers: { ...signedIn(unknown), administrator: ok(listOf({ id: expect.any(String) })) },
  },
  {
    name: 'detail',
    method: 'GET',
    path: ({ documentId }) => `/front/query/documents/${documentId}`,
    answers: everybody(ok(expect.objectContaining({ id: expect.any(String) }))),
  },
  { name: 'detail', method: 'GET', path: '/front/query/documents/nothing', answers: everybody(unknown) },
  {
    name: 'article',
    method: 'GET',
    path: '/front/article/D001',
    answers: everybody(
      ok({
        module: 'documents',
        row: expect.objectContaining({ no: 'D001' }),
        previous: { no: 'D002', title: localized },
        next: { no: 'D008', title: localized },
      }),
    ),
  },
  { name: 'article', method: 'GET', path: '/front/article/nothing', answers: everybody(unknown) },
  {
    name: 'options',
    method: 'GET',
    path: '/front/informations/options',
    answers: everybody(ok(expect.any(Object))),
  },
  {
    name: 'relationship',
    method: 'GET',
    path: '/relationship/informations?field=category',
    answers: everybody(ok(listOf({ id: expect.any(String), label: localized }))),
  },
  {
    name: 'search',
    method: 'GET',
    path: '/front/search?q=%E8%83%BD%E6%BA%90',
    answers: everybody(ok({ groups: expect.any(Array) })),
  },
]
