import { paths } from '#contract/calls.ts'
import type { RefusalEnvelope, SuccessEnvelope } from '#contract/envelope.ts'
import type { ImportCheckBody, ImportReport, ImportState, UndoReport } from '#contract/transfer.ts'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import type { ServerModule } from '#server/engine/server-module.ts'
import { serverModules } from '#server/modules/index.ts'
import { fetchServed, startServer, type TestServer, type TestServerOptions } from './server.ts'
import { sendForm, signUp } from './upload-forum.ts'

/** What a call about imports answers. */
export interface ImportAnswer<Data = ImportReport> {
  status: number
  data: Data
  error: RefusalEnvelope['error'] | undefined
  msg: string
}

/** The real server with an organiser who imports. */
export interface ImportForum {
  server: TestServer
  /** Signs up somebody. @returns their token */
  signUp(id: string, role: 'applicant' | 'participant' | 'staff' | 'organiser'): Promise<string>
  organiser: string
  /** Uploads a table. @returns its number */
  upload(module: string, name: string, bytes: Uint8Array | string, token?: string): Promise<string>
  /** A dry run, or with a token a commit. */
  send(
    module: string,
    body: ImportCheckBody & { token?: string },
    token?: string,
    language?: string,
  ): Promise<ImportAnswer>
  undo(module: string, importToken: string, token?: string): Promise<ImportAnswer<UndoReport>>
  cancel(module: string, importToken: string, token?: string): Promise<ImportAnswer<{ state: ImportState }>>
  close(): Promise<void>
}

/** Starts the server over a database, whose tables are made. */
export async function startImportForum(
  db: Database,
  dataDir: string,
  options: Partial<TestServerOptions> & { modules?: readonly ServerModule[] } = {},
): Promise<ImportForum> {
  await migrate(db)
  const now = options.now ?? (() => new Date())
  const server = await startServer({ db, dataDir, modules: serverModules, ...options })
  const join = (id: string, role: Parameters<ImportForum['signUp']>[1]) => signUp(db, id, role, now())
  const organiser = await join('importing-organiser', 'organiser')
  const post = async <Data>(
    path: string,
    body: object,
    token: string,
    language = 'en',
  ): Promise<ImportAnswer<Data>> => {
    const response = await fetchServed(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(body),
    })
    const envelope = (await response.json()) as SuccessEnvelope<Data> | RefusalEnvelope
    const error = 'error' in envelope ? envelope.error : undefined
    return { status: response.status, data: envelope.data as Data, error, msg: envelope.msg }
  }
  return {
    server,
    signUp: join,
    organiser,
    upload: async (module, name, bytes, token = organiser) => {
      const url = `${server.url}/api/front/attachment/upload`
      const answer = await sendForm(
        url,
        { module, purpose: 'import' },
        { name, bytes: Buffer.from(bytes) },
        token,
      )
      if (answer.status !== 200) throw new Error(`${name} was not taken: ${answer.text}`)
      return answer.data.no
    },
    send: (module, body, token = organiser, language) => post(paths.import(module), body, token, language),
    undo: (module, token, by = organiser) => post(paths.undoImport(module), { token }, by),
    cancel: (module, token, by = organiser) => post(paths.cancelImport(module), { token }, by),
    close: () => server.close(),
  }
}
