import { expect, inject, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import type { ListData } from '../../../contract/envelope.ts'
import type { ModuleMetadata } from '../../../contract/metadata.ts'
import type { ModuleSummary } from '../../../contract/module-summary.ts'
import type { Row } from '../../../src/console/data/console-api.ts'
import { consoleTexts, importTexts } from '#console/shell/lazy-texts.ts'
import { writeHeader } from './forum-address.ts'
import type { PersonName } from './forum-people.ts'
import { tablet } from './media.ts'
import { listCalls, type Call } from './network.ts'
import { button, heading } from './roles.ts'
import { openScreen, type OpenedScreen, type ScreenOptions } from './screen.tsx'
import { text } from './texts.ts'

/** Opens a path of the console (`/side_meetings?q=…`) with its texts, for the first organiser on a tablet. */
export async function openConsole(path = '', options: ScreenOptions = {}): Promise<OpenedScreen> {
  const screen = await openScreen(`/console${path}`, { as: 'organiser', ...tablet, ...options })
  await Promise.all([consoleTexts, importTexts].map((texts) => texts.load(options.locale ?? 'zh-CN')))
  return screen
}

/** A tablet in portrait. */
export const upright = { width: 820, height: 1180 } as const

/** Presses a button of the console by the key of its text. */
export const press = (key: string, values = {}): Promise<void> =>
  button(text(`console:${key}`, values)).click()

/** Expects a text of the interface on the screen, alone or within others. */
export async function expectText(key: string, values = {}): Promise<void> {
  await expect.element(page.getByText(text(key, values), { exact: false }).last()).toBeVisible()
}

/** Expects a title of the interface on the screen. */
export async function expectHeading(key: string, values = {}): Promise<void> {
  await expect.element(heading(text(key, values))).toBeVisible()
}

/** Expects the list to report this number of rows. */
export const expectTotal = (count: number): Promise<void> => expectText('console:list.total', { count })

/** Texts of the elements that a selector finds. */
export const textsOf = (selector: string): string[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.innerText.trim())

/** Calls to the API that a pattern finds in `METHOD /path`. */
export const callsTo = (pattern: RegExp): Call[] =>
  listCalls().filter(({ method, path }) => pattern.test(`${method} ${path}`))

/** Returns the bodies of the writes so far. */
export const listSent = (): unknown[] => callsTo(/^POST/).map(({ body }) => body)

/** Expects the newest write to contain these fields. */
export async function expectSent(body: object): Promise<void> {
  await expect.poll(() => listSent().at(-1)).toMatchObject(body)
}

/** Reads a response of the sample forum's server, for replies that differ from it in one point. */
export async function read<Data>(path: string, as: PersonName = 'organiser'): Promise<Data> {
  const headers = { authorization: inject('people')[as].token }
  const answer = (await (await fetch(`/api${path}`, { headers })).json()) as { data: Data }
  return answer.data
}

export const readMetadata = (module: string, as?: PersonName): Promise<ModuleMetadata> =>
  read(`/front/metadata/${module}`, as)

export const readModules = (as?: PersonName): Promise<ModuleSummary[]> => read('/modules?with=waiting', as)

/** Reads a row with the caller's permissions. */
export const readRow = (module: string, id: string, query = ''): Promise<Row> =>
  read(`/front/query/${module}/${id}?with=permissions&${query}`)

/** Reads the rows of a module's list, each with the caller's permissions. */
export const readRows = async (module: string, query = '', as?: PersonName): Promise<Row[]> =>
  (await read<ListData<Row>>(`/front/query/${module}/all?size=100&with=permissions&${query}`, as)).items

/** Delays calls whose URL matches. @returns a function that lets them continue */
export function holdCalls(address: RegExp): () => void {
  const gate = Promise.withResolvers<void>()
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    if (address.test(input instanceof Request ? input.url : String(input))) await gate.promise
    return fetch(input, init)
  }
  onTestFinished(() => {
    globalThis.fetch = fetch
  })
  return gate.resolve
}

/** Allows uploads to the sample forum's server; checking a table writes nothing. */
export function allowUploads(): void {
  const { XMLHttpRequest: Sender } = globalThis
  globalThis.XMLHttpRequest = class extends Sender {
    override send(body?: XMLHttpRequestBodyInit | null): void {
      this.setRequestHeader(writeHeader, 'yes')
      super.send(body)
    }
  }
  onTestFinished(() => {
    globalThis.XMLHttpRequest = Sender
  })
}
