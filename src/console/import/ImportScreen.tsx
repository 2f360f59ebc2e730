import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useUnsavedChanges, trackWork } from '#platform/unsaved-work.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import { backClass, PaneHeader } from '../shell/PaneHeader.tsx'
import { NotFoundState } from '../not-found-states.tsx'
import { createSealedContentCache } from '#platform/sealed-content-cache.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { authStore } from '#platform/auth.ts'
import { formatFileSize } from '#platform/files.ts'
import { Button } from '#ui/Button.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { FileStep } from './FileStep.tsx'
import { importTexts } from '../shell/lazy-texts.ts'
import { ResultStep } from './ResultStep.tsx'
import type { ImportState, Progress } from './import-state.ts'
import { getImportStatus } from './import-state.ts'
import styles from './ImportScreen.module.css'
import { cancelImport, checkImport, commitImport, undoImport, uploadTable } from './import-calls.ts'
import { createImportController, type ImportController } from './import-controller.ts'
import type { ColumnAssignments } from './import-settings.ts'
import layout from './layout.module.css'

/** Imports rows from a table: file, check, commit and undo. */
export default function ImportScreen({ metadata }: { metadata: ModuleMetadata }) {
  return importTexts.useTexts() ? <Import metadata={metadata} /> : <SkeletonLines lines={6} />
}

/** Shows the import to a user who may import into the module. */
function Import({ metadata }: { metadata: ModuleMetadata }) {
  const { t } = useTranslation('console-import')
  const locale = useLocale()
  const title = t('title', { module: metadata.label[locale] })
  useDocumentTitle(title)
  if (!metadata.permissions.includes('import'))
    return <NotFoundState title={t('noRight')} text={t('noRightText')} />
  return (
    <section className={styles.pane} aria-label={title}>
      <PaneHeader>
        <Link
          to="/console/$module"
          params={{ module: metadata.name }}
          search={{}}
          className={backClass}
          aria-label={t('back')}
        >
          <Icon name="back" />
        </Link>
        <h1 className={styles.title}>{title}</h1>
      </PaneHeader>
      <CurrentStep metadata={metadata} />
    </section>
  )
}

/** Shows the current step of the import. */
function CurrentStep({ metadata }: { metadata: ModuleMetadata }) {
  const { state, controller } = useImport(metadata.name)
  const { phase, file } = state
  // A reload would lose the file until its rows are written.
  useUnsavedChanges(file !== undefined && phase !== 'written' && phase !== 'undone')
  const step = stepsByPhase[phase]
  const container = useRef<HTMLDivElement>(null)
  const previousStep = useRef(step)
  // The pressed button disappears with its step, so the focus moves to the start of the new step.
  useEffect(() => {
    if (previousStep.current !== step) container.current?.focus({ preventScroll: true })
    previousStep.current = step
  }, [step])
  const stepProps = { metadata, state, controller }
  return (
    <div ref={container} className={styles.stage} tabIndex={-1} data-phase={phase}>
      {/* Announced once for each step, not for each row. */}
      <output>
        <VisuallyHidden>{useAnnouncement(state)}</VisuallyHidden>
      </output>
      {step === 'choose' && <FileStep {...stepProps} />}
      {step === 'busy' && <ImportProgressCard state={state} onStop={() => controller.stop()} />}
      {step === 'checked' && <PreviewStep {...stepProps} />}
      {step === 'finished' && <ResultStep {...stepProps} />}
    </div>
  )
}

/** Returns the text that screen readers announce for a step. */
function useAnnouncement(state: ImportState): string {
  const { t } = useTranslation('console-import')
  const { phase, report, failure } = state
  const step = stepsByPhase[phase]
  if (step === 'busy') return phase === 'undoing' ? t('busy.undoing') : t('busy.start')
  if (step === 'finished') return t(phase === 'undone' ? 'undone.title' : 'done.title')
  // A failure has its own notice with the role `alert`.
  if (step === 'choose' || failure) return ''
  const badRowCount = report?.counts.bad ?? 0
  return [t(`state.${getImportStatus(state)}`), badRowCount > 0 && `${t('counts.bad')} ${badRowCount}`]
    .filter(Boolean)
    .join(' ')
}

/** The screen of each phase. */
const stepsByPhase = {
  choosing: 'choose',
  sending: 'busy',
  checking: 'busy',
  checked: 'checked',
  writing: 'busy',
  written: 'finished',
  undoing: 'busy',
  undone: 'finished',
} as const

/** The user's imports by the name of the module. They continue while other screens are open, and stay after a sign-out. */
const controllers = new Map<string, ImportController>()
/** Id of the user whose imports `controllers` contains; undefined until the first import. */
let owner: string | undefined

/** Deletes the imports when another user signs in on the same device. */
authStore.subscribe(() => {
  const { id } = authStore.getUser()
  if (id === undefined || id === owner) return
  for (const controller of controllers.values()) controller.handleSignOut()
  controllers.clear()
  owner = id
})

/** Returns the user's import of a module and its state. */
function useImport(module: string): { state: ImportState; controller: ImportController } {
  const controller = getController(module)
  const state = useSyncExternalStore(controller.subscribe, controller.get, controller.get)
  return { state, controller }
}

/** Returns the user's import of a module; creates it at the first visit. */
function getController(module: string): ImportController {
  owner ??= authStore.getUser().id
  const existingController = controllers.get(module)
  if (existingController) return existingController
  // Created for the current user, because another user may be signed in when the response arrives.
  const cache = createSealedContentCache(getOwnerKey(owner ?? ''))
  const cacheKey = `import/${module}`
  const controller = createImportController({
    upload: (file, uploadOptions) => uploadTable(module, file, uploadOptions),
    check: (body, progressOptions) => checkImport(module, body, progressOptions),
    commit: (token, onError, progressOptions) => commitImport(module, token, onError, progressOptions),
    undo: (token, progressOptions) => undoImport(module, token, progressOptions),
    cancel: (token) => cancelImport(module, token),
    loadAssignments: async () => (await cache.get<ColumnAssignments>(cacheKey))?.data ?? {},
    saveAssignments: (assignments) => void cache.set([[cacheKey, { data: assignments }]]),
    trackWork,
  })
  controllers.set(module, controller)
  return controller
}

/** Shows the progress of an import, which continues while the user opens other screens. */
function ImportProgressCard({ state, onStop }: { state: ImportState; onStop: () => void }) {
  const { t } = useTranslation('console-import')
  const { phase, progress, fileName, report } = state
  const label = useProgressLabel(state)
  const total = progress?.total ?? (phase === 'writing' ? report?.counts.rows : undefined)
  return (
    <div className={layout.page}>
      <section className={layout.card} aria-busy="true">
        {fileName && <h2 className={styles.name}>{fileName}</h2>}
        <progress
          className={styles.bar}
          aria-label={label}
          {...(progress && total ? { value: progress.done, max: total } : {})}
        />
        <p className={styles.text}>{label}</p>
        <p className={styles.hint}>{t('busy.stopping')}</p>
        {phase !== 'undoing' && (
          <div className={layout.row}>
            <Button onClick={onStop}>{t('busy.stop')}</Button>
          </div>
        )}
      </section>
    </div>
  )
}

function useProgressLabel({ phase, progress }: ImportState): string {
  const { t } = useTranslation('console-import')
  if (phase === 'undoing') return t('busy.undoing')
  if (!progress) return t('busy.start')
  return formatProgress(progress, t)
}

function formatProgress(
  { step, done, total }: Progress,
  t: ReturnType<typeof useTranslation<'console-import'>>['t'],
): string {
  if (step === 'sending')
    return t('busy.sending', { done: formatFileSize(done), total: formatFileSize(total ?? done) })
  if (step === 'waiting') return t('busy.waiting')
  if (step === 'checking') return t('busy.checking', { count: done })
  return total === undefined ? t('busy.writing', { count: done }) : t('busy.writingOf', { done, total })
}
