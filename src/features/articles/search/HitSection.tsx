import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewHitsPerGroup } from './queries.ts'
import type { HitGroup } from './local-search.ts'
import { HitList } from './HitList.tsx'
import { useGroupName } from './use-group-name.ts'
import styles from './SearchScreen.module.css'

/** The first hits of a group, with a button to show all. */
export function HitSection({
  group,
  q,
  terms,
  onFollow,
}: {
  group: HitGroup
  q: string
  terms: readonly string[]
  onFollow: () => void
}) {
  const { t } = useTranslation('search')
  const formatGroupName = useGroupName()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {formatGroupName(group)}
      </h2>
      <HitList
        module={group.module}
        hits={group.items.slice(0, overviewHitsPerGroup)}
        terms={terms}
        onFollow={onFollow}
      />
      {group.total > overviewHitsPerGroup && (
        <Link to="/search" search={{ q, group: group.name }} className={styles.all} onClick={onFollow}>
          {t('all', { count: group.total })}
        </Link>
      )}
    </section>
  )
}
