import type { SearchHit } from '#contract/api.ts'
import { HitCard } from './HitCard.tsx'
import styles from './SearchScreen.module.css'

/** Lists hits. */
export function HitList({
  module,
  hits,
  terms,
  onFollow,
}: {
  module: string
  hits: readonly SearchHit[]
  terms: readonly string[]
  onFollow: () => void
}) {
  return (
    <ul className={styles.list}>
      {hits.map((hit) => (
        <li key={hit.id}>
          <HitCard module={module} hit={hit} terms={terms} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  )
}
