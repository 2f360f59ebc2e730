import type { ImportProgress, ImportReport, OnError, UndoReport } from '#contract/transfer.ts'
import { toImportFailure } from './import-failure.ts'
import { checkWithSettings, type CheckDeps } from './check-with-settings.ts'
import { initialImportState, type ImportPhase, type ImportState } from './import-state.ts'
import { firstSettings, getColumnName, withoutReading, type ImportSettings } from './settings.ts'

/** What an import works with. */
export interface ImportControllerDeps extends CheckDeps {
  upload: (
    file: File,
    following: {
      url: string | undefined
      onUrl: (url: string) => void
      onSent: (bytes: number) => void
      signal: AbortSignal
    },
  ) => Promise<string>
  commit: (token: string, onError: OnError, following: Following) => Promise<ImportReport>
  undo: (token: string, following: Following) => Promise<UndoReport>
  cancel: (token: string) => Promise<unknown>
  /** Wishes that held for the last import. */
  recall: () => Promise<ImportSettings['wishes']>
  remember: (wishes: ImportSettings['wishes']) => void
  /** Keeps the page from being reloaded meanwhile. */
  hold: <Result>(work: Promise<Result>) => Promise<Result>
}

interface Following {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

export type ImportController = ReturnType<typeof createImportController>

/** An import that goes on while its person looks at other screens, and keeps file and settings whatever goes wrong. */
export function createImportController(parts: ImportControllerDeps) {
  const { get, set, subscribe } = createImportStore()
  const { run, isRunning, abort } = createRunner(parts.hold, { get, set })
  const upload = createUploadedFile(parts.upload, set)

  const check = () => {
    const { settings, file, phase: before, headers } = get()
    const back = headers ? 'checked' : 'choosing'
    if (before === 'written' || before === 'undone') return Promise.resolve()
    return run(upload.isThere() ? 'checking' : 'sending', back, async (following) => {
      const no = await upload.send(file, following.signal)
      set({ phase: 'checking', progress: undefined })
      const known = get().headers?.columns ?? []
      const found = await upload.watch(checkWithSettings(parts, no, { settings, known }, following))
      return { phase: 'checked', checkedWith: settings, report: undefined, ...found }
    })
  }

  return {
    subscribe,
    get,
    /** Takes a file, the first one or a corrected one: what was said of its columns holds for it too. */
    async choose(file: File): Promise<void> {
      if (isRunning()) return
      const before = get()
      const isFirst = before.phase === 'choosing' && Object.keys(before.settings.wishes).length === 0
      const settings = isFirst
        ? { ...firstSettings, wishes: await parts.recall() }
        : withoutReading(before.settings)
      upload.forget()
      set({
        ...initialImportState,
        headers: isFirst ? undefined : get().headers,
        file,
        fileName: file.name,
        settings,
      })
      await check()
    },
    /** Takes up an import that was checked before. */
    resume(report: ImportReport): void {
      if (isRunning()) return
      upload.forgetFile()
      set(toCheckedState(report))
    },
    change: (change: Partial<ImportSettings>) => set({ settings: { ...get().settings, ...change } }),
    check,
    commit(onError: OnError): Promise<void> {
      const { report } = get()
      if (!report) return Promise.resolve()
      set({ onError })
      return run('writing', 'checked', async (following) => {
        const written = await parts.commit(report.token, onError, following)
        parts.remember(get().settings.wishes)
        return { phase: 'written', report: written }
      })
    },
    undo(token: string): Promise<void> {
      const { phase } = get()
      return run('undoing', phase, async (following) => ({
        phase: 'undone',
        undone: await parts.undo(token, following),
      }))
    },
    /** Ends what goes on. What is being written is ended by the server, whose answer says what became of it. */
    stop(): void {
      const { phase, report } = get()
      if (phase === 'writing' && report) void parts.cancel(report.token).catch(() => undefined)
      else if (phase !== 'undoing') abort()
    },
    /** Its person has gone: nothing more is asked in the name of who comes. */
    leave: abort,
    /** Begins anew with another file. */
    reset(): void {
      if (isRunning()) return
      upload.forget()
      set(initialImportState)
    },
  }
}

/** An import that was checked before, as it is taken up. */
function toCheckedState(report: ImportReport): ImportState {
  const { mode, match, fileName = '', columns, paths, reading } = report
  const wishes = Object.fromEntries(columns.map((column) => [getColumnName(column, columns), column.path]))
  const settings = { ...firstSettings, mode, wishes, ...(match.length > 0 && { match }) }
  return {
    ...initialImportState,
    phase: 'checked',
    report,
    headers: { columns, paths, ...(reading && { reading }) },
    fileName,
    settings,
    checkedWith: settings,
  }
}

type SetState = (change: Partial<ImportState>) => void

/** Holds the state of an import, and calls its listeners at each change. */
function createImportStore() {
  let state = initialImportState
  const listeners = new Set<() => void>()
  const set: SetState = (change) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    set,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Does one thing at a time; what goes wrong leads to where it began. */
function createRunner(
  hold: ImportControllerDeps['hold'],
  { get, set }: Pick<ReturnType<typeof createImportStore>, 'get' | 'set'>,
) {
  let running: AbortController | undefined
  async function run(
    phase: ImportPhase,
    back: ImportPhase,
    work: (following: Following) => Promise<Partial<ImportState>>,
  ): Promise<void> {
    if (running) return
    const own = new AbortController()
    running = own
    set({ phase, failure: undefined, progress: undefined })
    const onProgress = ({ step, rows, total }: ImportProgress) =>
      set({ progress: { step, done: rows, total } })
    try {
      const change = await hold(work({ signal: own.signal, onProgress }))
      set({ ...change, progress: undefined })
    } catch (error) {
      const failure = own.signal.aborted ? undefined : toImportFailure(error, get().phase)
      const isOver = failure?.kind === 'expired' && back === 'checked'
      set({ phase: back, progress: undefined, failure, ...(isOver && { checkedWith: undefined }) })
    } finally {
      running = undefined
    }
  }
  return { run, isRunning: () => running !== undefined, abort: () => running?.abort() }
}

/** The file on the server: an upload that broke off goes on where it was, one that came to its end is not repeated. */
function createUploadedFile(upload: ImportControllerDeps['upload'], set: SetState) {
  /** Of the upload that was begun, and of the file that it became. */
  let url: string | undefined
  let no: string | undefined
  const onUrl = (address: string) => {
    url = address
  }
  const forget = () => {
    url = undefined
    no = undefined
  }
  return {
    isThere: () => no !== undefined,
    /** @returns the file's number, of one that is there already too */
    async send(file: File | undefined, signal: AbortSignal): Promise<string> {
      if (no !== undefined) return no
      if (!file) throw new TypeError('no file was chosen')
      const onSent = (done: number) => set({ progress: { step: 'sending', done, total: file.size } })
      no = await upload(file, { url, onUrl, onSent, signal })
      return no
    },
    /** The next import has no file of its own: an upload that was begun may still go on. */
    forgetFile() {
      no = undefined
    },
    forget,
    /** Forgets the file when work with it finds that it ran out on the server: the next try brings it there again. */
    watch: <Result>(work: Promise<Result>): Promise<Result> =>
      work.catch((error: unknown) => {
        if (toImportFailure(error, 'checking').isFileGone) forget()
        throw error
      }),
  }
}
