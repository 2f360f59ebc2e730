import { expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { authStore } from '#platform/auth.ts'
import type { AskedQuestion } from '../../src/features/articles/ask/queries.ts'
import { questionShape } from '../../src/features/articles/ask/question-form.ts'
import { callsTo } from './support/console.ts'
import type { Replies } from './support/network.ts'
import { storeEntry } from './support/outbox.ts'
import { formOf } from './support/own-form.ts'
import { errorText, listOf, openPage } from './support/pages.ts'
import { button, link, listAddresses, main, region } from './support/roles.ts'
import { text } from './support/texts.ts'

const { field, choice } = formOf(questionShape)
const rowsPath = '/front/query/qa/all'
const post = 'POST /front/post/qa'
const key = (name: string) => text(`ask:${name}`)
const title = () => field('title')
const own = () => region(key('own.title'))

const openAsk = (network: Replies = {}) =>
  openPage('/qa/ask', { as: 'participant', locale: 'en', network: { [rowsPath]: 'empty', ...network } })

test('a question is asked for when it is empty, sent in its language, and joins the others', async () => {
  await openAsk({ [post]: { data: { id: 'q-1', version: 1, no: '077' } } })
  await expect.element(choice('language', 'en')).toBeChecked()
  await button(key('send')).click()
  await expect.element(title()).toHaveFocus()
  await expect.element(title()).toHaveAttribute('aria-invalid', 'true')
  expect(callsTo(/POST/)).toEqual([])
  await title().fill('  Is there a cloakroom?  ')
  await button(key('send')).click()
  await expect.element(own()).toMatchTextContent('Is there a cloakroom?')
  await expect.element(title()).toHaveValue('')
  await expect.poll(() => callsTo(/post\/qa/)[0]?.body).toEqual({ title: { en: 'Is there a cloakroom?' } })
  await expect.element(own()).toMatchTextContent(/077/)
})

test('a question that was refused comes back into the form, and is asked again', async () => {
  const body = { title: { 'zh-CN': '有衣帽间吗？' } }
  const told = { msg: '', problems: [{ path: 'title', key: 'field.invalid' }] }
  await storeEntry('participant', {
    module: 'qa',
    body,
    title: '有衣帽间吗？',
    change: { state: 'rejected' },
    told,
  })
  await openAsk({ [post]: { data: { id: 'q-1', version: 1 } } })
  await expect.element(title()).toHaveValue('有衣帽间吗？')
  await expect.element(choice('language', 'zh-CN')).toBeChecked()
  await expect.element(title()).toHaveAccessibleDescription(new RegExp(errorText('field.invalid')))
  await button(key('send')).click()
  await expect.poll(() => callsTo(/post\/qa/)[0]?.body).toEqual(body)
})

test('a question that arrived though its answer was lost is listed once, with what this phone knows of it [295]', async () => {
  const title = { 'zh-CN': '', en: 'Is there a cloakroom?' }
  const change = { state: 'expired', isTried: true } as const
  await storeEntry('participant', {
    module: 'qa',
    entityId: 'made',
    title: title.en,
    body: { title },
    change,
  })
  const row = { id: 'q-1', no: '', title, status: 'asked', created_at: '2023-08-20T02:00:00Z' }
  await openAsk({ [rowsPath]: listOf([{ ...row, version: 1, client_row_id: 'made' }]) })
  await expect.element(own().getByRole('listitem')).toMatchTextContent(title.en)
  await expect.element(own().getByRole('listitem')).toMatchTextContent(key('own.asked'))
  await expect.element(own()).toMatchTextContent(text('outbox:expired'))
})

test.for([
  ['asked', 'own.asked', []],
  ['hidden', 'own.hidden', []],
  ['published', 'own.published', ['/qa?open=077']],
] as const)('a question that is %s says so', async ([status, shown, links]) => {
  const question = { id: 'q-1', no: '077', status, created_at: '2023-09-05T02:00:00Z' }
  const row = {
    ...question,
    title: { 'zh-CN': '有衣帽间吗？', en: 'Is there a cloakroom?' },
  } as AskedQuestion
  await openAsk({ [rowsPath]: listOf([row]) })
  await expect.element(own()).toMatchTextContent('Is there a cloakroom?')
  await expect.element(own()).toMatchTextContent(key(shown))
  await expect.element(own()).toMatchTextContent(/Asked .*Sep/)
  expect(listAddresses(own().getByRole('link'))).toEqual(links)
})

test('a visitor writes first and signs in then; the question goes along', async () => {
  const screen = await openPage('/qa/ask', {
    locale: 'en',
    network: { 'POST /front/user/login': { data: { token: inject('people').participant.token } } },
  })
  await button(key('signIn')).click()
  await expect.element(title()).toHaveFocus()
  await title().fill('Is there a cloakroom?')
  await button(key('signIn')).click()
  await expect.poll(screen.address).toBe('/user/login?redirectUrl=%2Fqa%2Fask')
  await page.getByLabelText(text('sign-in:signIn.name')).fill('li')
  await page.getByLabelText(text('sign-in:signIn.password')).fill('tidal-lagoon-42')
  await button(text('sign-in:signIn.submit')).click()
  await expect.poll(screen.address).toBe('/qa/ask')
  await expect.element(button(key('send'))).toBeVisible()
  await expect.element(title()).toHaveValue('Is there a cloakroom?')
  expect(authStore.getUser().id).toBe(inject('people').participant.user.id)
})

test('an organiser is led to the console instead', async () => {
  await openPage('/qa/ask', { as: 'organiser' })
  await expect.element(main()).toMatchTextContent(key('organiser.text'))
  await expect.element(button(key('send'))).not.toBeInTheDocument()
  await expect.element(link(key('own.open'))).not.toBeInTheDocument()
})
