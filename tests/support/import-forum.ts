import { beforeAll } from 'vitest'
import { paths, type Role } from '#contract/api.ts'
import type { ErrorEnvelope } from '#contract/envelope.ts'
import type { ImportCheckBody, ImportReport, ImportState, UndoReport } from '#contract/transfer.ts'
import { call } from './accounts.ts'
import type { TestPlace } from './databases.ts'
import { sendForm, signUp } from './upload-forum.ts'
import { useServer, type SuiteServer, type SuiteServerOptions } from './use-server.ts'

/** Response of a call about imports. */
export interface ImportAnswer<Data = ImportReport> {
  status: number
  data: Data
  error: ErrorEnvelope['error'] | undefined
  msg: string
}

/** The real server of a suite, with an organiser who imports. */
export class ImportForum {
  readonly server: SuiteServer
  organiser = ''

  constructor(place: TestPlace, options?: SuiteServerOptions) {
    this.server = useServer(place, options)
    beforeAll(async () => {
      this.organiser = await this.signUp('importing-organiser', 'organiser')
    })
  }

  /** Creates an account. @returns its token */
  signUp(id: string, role: Role): Promise<string> {
    return signUp(this.server.db, id, role, this.server.now())
  }

  /** Uploads a table. @returns its number */
  async upload(
    module: string,
    name: string,
    content: Uint8Array | string,
    token = this.organiser,
  ): Promise<string> {
    const file = { name, bytes: Buffer.from(content) }
    const url = `${this.server.url}/api${paths.upload}`
    const answer = await sendForm(url, { module, purpose: 'import' }, file, token)
    if (answer.status !== 200) throw new Error(`${name} was not taken: ${answer.text}`)
    return answer.data.no
  }

  /** Checks a table, or commits it when there is a token. */
  send(
    module: string,
    body: ImportCheckBody & { token?: string },
    token?: string,
    language?: string,
  ): Promise<ImportAnswer> {
    return this.#ask(paths.import(module), body, token, language)
  }

  undo(module: string, importToken: string, token?: string): Promise<ImportAnswer<UndoReport>> {
    return this.#ask(paths.undoImport(module), { token: importToken }, token)
  }

  cancel(module: string, importToken: string, token?: string): Promise<ImportAnswer<{ state: ImportState }>> {
    return this.#ask(paths.cancelImport(module), { token: importToken }, token)
  }

  async #ask<Data>(
    path: string,
    body: object,
    token = this.organiser,
    language = 'en',
  ): Promise<ImportAnswer<Data>> {
    const headers = { 'accept-language': language }
    const { status, body: answered } = await call(this.server, path, body, { token, headers })
    const { data, error, msg = '' } = answered
    return { status, data: data as Data, error, msg }
  }
}
