import type { ImportProgress, ImportReport, OnError, UndoReport } from '#contract/transfer.ts'
import { toImportFailure, initialImportState, type ImportPhase, type ImportState } from './import-state.ts'
import {
  checkWithSettings,
  type CheckDeps,
  initialSettings,
  getColumnName,
  withoutFileFormat,
  type ImportSettings,
} from './import-settings.ts'

/** Dependencies of an import. `ImportScreen` provides the requests; tests provide their own. */
export interface ImportControllerDeps extends CheckDeps {
  /** Uploads a file, or resumes the upload at `url`; resolves with the number of the file. */
  upload: (
    file: File,
    uploadOptions: {
      url: string | undefined
      onUrl: (url: string) => void
      onSent: (bytes: number) => void
      signal: AbortSignal
    },
  ) => Promise<string>
  commit: (token: string, onError: OnError, options: ProgressOptions) => Promise<ImportReport>
  undo: (token: string, options: ProgressOptions) => Promise<UndoReport>
  /** `token` is that of the check, as for `commit` and `undo`. */
  cancel: (token: string) => Promise<unknown>
  /** Loads the column assignments of the last import. */
  loadAssignments: () => Promise<ImportSettings['assignments']>
  saveAssignments: (assignments: ImportSettings['assignments']) => void
  /** Prevents a reload of the page while the work runs. */
  trackWork: <Result>(work: Promise<Result>) => Promise<Result>
}

/** Options of a step: `signal` stops it, `onProgress` receives its progress. */
interface ProgressOptions {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

export type ImportController = ReturnType<typeof createImportController>

/**
 * Creates an import. It continues while the user opens other screens. A failure leaves file and settings unchanged.
 */
export function createImportController(deps: ImportControllerDeps) {
  const { get, set, subscribe } = createImportStore()
  const { run, isRunning, abort } = createRunner(deps.trackWork, { get, set })
  const upload = createUploadedFile(deps.upload, set)

  /** Uploads the file unless the server has it, and checks it with the present settings. */
  const check = () => {
    const { settings, file, phase, headers } = get()
    // After a failure the user returns to the settings of a known file, else to the choice of a file.
    const returnPhase = headers ? 'checked' : 'choosing'
    if (phase === 'written' || phase === 'undone') return Promise.resolve()
    return run(upload.isComplete() ? 'checking' : 'sending', returnPhase, async (options) => {
      const fileNumber = await upload.send(file, options.signal)
      set({ phase: 'checking', progress: undefined })
      const knownColumns = get().headers?.columns ?? []
      const checkResult = await upload.forgetWhenDeleted(
        checkWithSettings(deps, fileNumber, { settings, knownColumns }, options),
      )
      return { phase: 'checked', checkedWith: settings, report: undefined, ...checkResult }
    })
  }

  return {
    subscribe,
    get,
    /** Starts with a file, the first or a corrected one. The column assignments of the previous file apply to it too. */
    async choose(file: File): Promise<void> {
      if (isRunning()) return
      const { phase, settings: previousSettings } = get()
      const isFirstFile = phase === 'choosing' && Object.keys(previousSettings.assignments).length === 0
      const settings = isFirstFile
        ? { ...initialSettings, assignments: await deps.loadAssignments() }
        : withoutFileFormat(previousSettings)
      upload.forget()
      const headers = isFirstFile ? undefined : get().headers
      set({ ...initialImportState, headers, file, fileName: file.name, settings })
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
      return run('writing', 'checked', async (options) => {
        const written = await deps.commit(report.token, onError, options)
        deps.saveAssignments(get().settings.assignments)
        return { phase: 'written', report: written }
      })
    },
    undo(token: string): Promise<void> {
      const { phase } = get()
      return run('undoing', phase, async (options) => ({
        phase: 'undone',
        undoReport: await deps.undo(token, options),
      }))
    },
    /** Stops the current step. The server stops a commit; the response of the commit reports the result. */
    stop(): void {
      const { phase, report } = get()
      if (phase === 'writing' && report) void deps.cancel(report.token).catch(() => undefined)
      else if (phase !== 'undoing') abort()
    },
    /** Aborts when the user has signed out, because no further request must use the next user's token. */
    handleSignOut: abort,
    /** Starts again with another file. */
    reset(): void {
      if (isRunning()) return
      upload.forget()
      set(initialImportState)
    },
  }
}

/** Converts the report of an earlier check to the state of a resumed import. */
function toCheckedState(report: ImportReport): ImportState {
  const { mode, match, fileName = '', columns, paths, reading } = report
  const assignments = Object.fromEntries(
    columns.map((column) => [getColumnName(column, columns), column.path]),
  )
  const settings = { ...initialSettings, mode, assignments, ...(match.length > 0 && { match }) }
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

/** Changes members of an import's state. */
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

/**
 * Creates a runner that runs one step at a time: `phase` while it runs, `returnPhase` after a failure or a stop. A call
 * during another step does nothing.
 */
function createRunner(
  trackWork: ImportControllerDeps['trackWork'],
  { get, set }: Pick<ReturnType<typeof createImportStore>, 'get' | 'set'>,
) {
  let currentRun: AbortController | undefined
  async function run(
    phase: ImportPhase,
    returnPhase: ImportPhase,
    work: (options: ProgressOptions) => Promise<Partial<ImportState>>,
  ): Promise<void> {
    if (currentRun) return
    const abortController = new AbortController()
    currentRun = abortController
    set({ phase, failure: undefined, progress: undefined })
    const onProgress = ({ step, rows, total }: ImportProgress) =>
      set({ progress: { step, done: rows, total } })
    try {
      const change = await trackWork(work({ signal: abortController.signal, onProgress }))
      set({ ...change, progress: undefined })
    } catch (error) {
      // A step that the user stopped has not failed.
      const failure = abortController.signal.aborted ? undefined : toImportFailure(error, get().phase)
      const isCheckExpired = failure?.kind === 'expired' && returnPhase === 'checked'
      set({
        phase: returnPhase,
        progress: undefined,
        failure,
        ...(isCheckExpired && { checkedWith: undefined }),
      })
    } finally {
      currentRun = undefined
    }
  }
  return { run, isRunning: () => currentRun !== undefined, abort: () => currentRun?.abort() }
}

/** Tracks the uploaded file: an interrupted upload resumes, and a complete one is not repeated. */
function createUploadedFile(upload: ImportControllerDeps['upload'], set: SetState) {
  /** URL of the started upload. */
  let url: string | undefined
  /** Number of the complete file. */
  let fileNumber: string | undefined
  const onUrl = (newUrl: string) => {
    url = newUrl
  }
  const forget = () => {
    url = undefined
    fileNumber = undefined
  }
  return {
    isComplete: () => fileNumber !== undefined,
    /** @returns the number of the file, also when it is complete already */
    async send(file: File | undefined, signal: AbortSignal): Promise<string> {
      if (fileNumber !== undefined) return fileNumber
      if (!file) throw new TypeError('no file was chosen')
      const onSent = (done: number) => set({ progress: { step: 'sending', done, total: file.size } })
      fileNumber = await upload(file, { url, onUrl, onSent, signal })
      return fileNumber
    },
    /** Forgets the complete file, because a resumed import has none; an interrupted upload can still resume. */
    forgetFile() {
      fileNumber = undefined
    },
    forget,
    /** Forgets the file when `work` fails because the server has deleted it, so that the next check uploads it again. */
    forgetWhenDeleted: <Result>(work: Promise<Result>): Promise<Result> =>
      work.catch((error: unknown) => {
        if (toImportFailure(error, 'checking').isFileGone) forget()
        throw error
      }),
  }
}
