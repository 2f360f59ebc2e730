import type { ImportProgress, ImportReport, OnError, UndoReport } from '#contract/transfer.ts'
import { toImportFailure } from './import-failure.ts'
import { checkWithSettings, type CheckDeps } from './check-with-settings.ts'
import { initialImportState, type ImportPhase, type ImportState } from './import-state.ts'
import { firstSettings, getColumnName, withoutReading, type ImportSettings } from './settings.ts'

/** Dependencies of an import. */
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
  /** Loads the column assignments of the last import. */
  recall: () => Promise<ImportSettings['assignments']>
  remember: (assignments: ImportSettings['assignments']) => void
  /** Prevents a reload of the page while the work runs. */
  trackWork: <Result>(work: Promise<Result>) => Promise<Result>
}

interface Following {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

export type ImportController = ReturnType<typeof createImportController>

/**
 * Creates an import. It continues while the user opens other screens, and keeps file and settings after every failure.
 */
export function createImportController(deps: ImportControllerDeps) {
  const { get, set, subscribe } = createImportStore()
  const { run, isRunning, abort } = createRunner(deps.trackWork, { get, set })
  const upload = createUploadedFile(deps.upload, set)

  const check = () => {
    const { settings, file, phase: before, headers } = get()
    const back = headers ? 'checked' : 'choosing'
    if (before === 'written' || before === 'undone') return Promise.resolve()
    return run(upload.isThere() ? 'checking' : 'sending', back, async (following) => {
      const no = await upload.send(file, following.signal)
      set({ phase: 'checking', progress: undefined })
      const known = get().headers?.columns ?? []
      const found = await upload.watch(checkWithSettings(deps, no, { settings, known }, following))
      return { phase: 'checked', checkedWith: settings, report: undefined, ...found }
    })
  }

  return {
    subscribe,
    get,
    /** Starts with a file, the first or a corrected one. Column assignments of the file before apply to it too. */
    async choose(file: File): Promise<void> {
      if (isRunning()) return
      const before = get()
      const isFirst = before.phase === 'choosing' && Object.keys(before.settings.assignments).length === 0
      const settings = isFirst
        ? { ...firstSettings, assignments: await deps.recall() }
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
    /** Resumes an import that was checked before. */
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
        const written = await deps.commit(report.token, onError, following)
        deps.remember(get().settings.assignments)
        return { phase: 'written', report: written }
      })
    },
    undo(token: string): Promise<void> {
      const { phase } = get()
      return run('undoing', phase, async (following) => ({
        phase: 'undone',
        undone: await deps.undo(token, following),
      }))
    },
    /** Stops the current step. The server stops a commit itself, and its response reports the result. */
    stop(): void {
      const { phase, report } = get()
      if (phase === 'writing' && report) void deps.cancel(report.token).catch(() => undefined)
      else if (phase !== 'undoing') abort()
    },
    /** The user has signed out: no further request must use the next user's token. */
    leave: abort,
    /** Starts again with another file. */
    reset(): void {
      if (isRunning()) return
      upload.forget()
      set(initialImportState)
    },
  }
}

/** Returns the state of a resumed import. */
function toCheckedState(report: ImportReport): ImportState {
  const { mode, match, fileName = '', columns, paths, reading } = report
  const assignments = Object.fromEntries(
    columns.map((column) => [getColumnName(column, columns), column.path]),
  )
  const settings = { ...firstSettings, mode, assignments, ...(match.length > 0 && { match }) }
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

/** Creates the store of an import's state; it notifies its listeners of each change. */
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

/** Creates a runner that runs one step at a time; a failure returns to the phase before. */
function createRunner(
  trackWork: ImportControllerDeps['trackWork'],
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
      const change = await trackWork(work({ signal: own.signal, onProgress }))
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

/** Tracks the uploaded file: an interrupted upload resumes, and a complete one is not repeated. */
function createUploadedFile(upload: ImportControllerDeps['upload'], set: SetState) {
  /** URL of the started upload, and number of the complete file. */
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
    /** @returns the number of the file, also when it is complete already */
    async send(file: File | undefined, signal: AbortSignal): Promise<string> {
      if (no !== undefined) return no
      if (!file) throw new TypeError('no file was chosen')
      const onSent = (done: number) => set({ progress: { step: 'sending', done, total: file.size } })
      no = await upload(file, { url, onUrl, onSent, signal })
      return no
    },
    /** The next import has no file of its own; a started upload may continue. */
    forgetFile() {
      no = undefined
    },
    forget,
    /** Forgets the file when the server has deleted it, so that the next try uploads it again. */
    watch: <Result>(work: Promise<Result>): Promise<Result> =>
      work.catch((error: unknown) => {
        if (toImportFailure(error, 'checking').isFileGone) forget()
        throw error
      }),
  }
}
