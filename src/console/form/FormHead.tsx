import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Icon } from '#ui/Icon.tsx'
import type { Search } from '../data/list-state.ts'
import { backClass, PaneHeader } from '../shell/PaneHeader.tsx'
import { BackLink } from './BackLink.tsx'
import styles from './RecordForm.module.css'

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
  id: string | undefined
  search: Search
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
