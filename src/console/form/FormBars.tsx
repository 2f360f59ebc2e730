import type { RefObject, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { Icon } from '#ui/Icon.tsx'
import type { Search } from '../data/list-state.ts'
import { backClass, PaneHeader } from '../shell/PaneHeader.tsx'
import type { ModuleForm } from '#forms/index.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import type { Draft } from '#outbox/index.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import styles from './RecordForm.module.css'
import type { SubmitRecordState } from './use-submit-record.ts'

/** Shows the title of the form and a link back. */
export function FormHead({
  metadata,
  id,
  search,
  heading,
  title,
  recordTitle,
}: {
  metadata: ModuleMetadata
  /** Id of the record; undefined for a new one. */
  id: string | undefined
  search: Search
  /** Receives the heading, which gets the focus when the form opens. */
  heading: RefObject<HTMLHeadingElement | null>
  title: string
  /** Title of the record, from the form's current input. */
  recordTitle: string
}) {
  const { t } = useTranslation('console')
  return (
    <PaneHeader>
      <BackLink
        module={metadata.name}
        id={id}
        search={search}
        className={backClass}
        label={t(id === undefined ? 'record.back' : 'form.back')}
      >
        <Icon name="back" />
      </BackLink>
      <div className={styles.titles}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {recordTitle !== '' && <p className={styles.name}>{recordTitle}</p>}
      </div>
    </PaneHeader>
  )
}

/** Shows save and cancel at the lower edge, above the on-screen keyboard. Cancel keeps the draft. */
export function SaveBar({
  metadata,
  id,
  search,
  form,
  draft,
  submission,
}: {
  metadata: ModuleMetadata
  /** Id of the record; undefined for a new one. */
  id: string | undefined
  search: Search
  form: ModuleForm
  draft: Draft<Values>
  submission: SubmitRecordState
}) {
  const { t } = useTranslation('console')
  const isOffline = useIsOffline()
  const formatStatus = () => {
    if (draft.state === 'not_stored') return t('form.notKept')
    if (isOffline) return t('form.offline')
    return draft.state === 'saved' && form.isDirty ? t('form.kept') : ''
  }
  return (
    <div className={styles.bar}>
      <output className={styles.barNote}>{formatStatus()}</output>
      <BackLink module={metadata.name} id={id} search={search} className={buttonClass('quiet')}>
        {t('action.cancel')}
      </BackLink>
      <Button type="submit" variant="filled" busy={submission.isBusy} className={styles.save}>
        {t(submission.isBusy ? 'form.saving' : 'form.save')}
      </Button>
    </div>
  )
}

/** Links from a form back to its record, or from a new one to the list. */
function BackLink({
  module,
  id,
  search,
  className,
  label,
  children,
}: {
  module: string
  /** Id of the record; undefined for a new one. */
  id: string | undefined
  search: Search
  className: string | undefined
  /** Accessible name, for content without text. */
  label?: string
  children: ReactNode
}) {
  // The URL parameter `place` numbers the drafts of new records; lists and records do not use it.
  const { place: _place, ...listSearch } = search
  const linkProps = { search: listSearch, className, 'aria-label': label }
  return id === undefined ? (
    <Link to="/console/$module" params={{ module }} {...linkProps}>
      {children}
    </Link>
  ) : (
    <Link to="/console/$module/$id" params={{ module, id }} {...linkProps}>
      {children}
    </Link>
  )
}
