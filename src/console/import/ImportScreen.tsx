import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { backClass, PaneHeader } from '../shell/PaneHeader.tsx'
import { NotFoundState } from '../not-found-states.tsx'
import { ImportProgressCard } from './ImportProgressCard.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { FileStep } from './FileStep.tsx'
import { importTexts } from './load-import-texts.ts'
import { ResultStep } from './ResultStep.tsx'
import type { ImportState } from './import-state.ts'
import { getImportStatus } from './import-status.ts'
import { useImport } from './use-import.ts'
import styles from './ImportScreen.module.css'

/** Imports rows from a table: file, check, commit and undo. */
export default function ImportScreen({ metadata }: { metadata: ModuleMetadata }) {
  return importTexts.useTexts() ? <Import metadata={metadata} /> : <SkeletonLines lines={6} />
}

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
  const bad = report?.counts.bad ?? 0
  return [t(`state.${getImportStatus(state)}`), bad > 0 && `${t('counts.bad')} ${bad}`]
    .filter(Boolean)
    .join(' ')
}

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
