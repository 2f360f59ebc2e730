import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#platform/locale.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { HallPlan } from './HallPlan.tsx'
import styles from './ExhibitionScreen.module.css'
import type { ExhibitorRow, HallRow } from './queries.ts'

/** Plans of the halls, one at a time. */
export function Halls({
  halls,
  rows,
  highlighted,
}: {
  halls: readonly HallRow[]
  rows: readonly ExhibitorRow[]
  /** The listed exhibitors, when the list is filtered. */
  highlighted: readonly ExhibitorRow[] | undefined
}) {
  const { t } = useTranslation('show')
  const pick = useLocalized()
  const [chosen, setChosen] = useState<string>()
  const hallsWithPlan = halls.filter((hall) => hall.picture)
  const hall = hallsWithPlan.find(({ id }) => id === chosen) ?? hallsWithPlan[0]
  if (!hall) return null
  const floor = pick(hall.floor)
  return (
    <section className={styles.plan} aria-labelledby="show-plan">
      <h2 id="show-plan" className={styles.heading}>
        {t('plan.title')} {floor.text && <span className={styles.count}>{floor.text}</span>}
      </h2>
      {hallsWithPlan.length > 1 && (
        <SegmentedControl
          title={t('plan.hall')}
          choices={hallsWithPlan.map(({ id, name }) => ({ value: id, label: pick(name).text }))}
          chosen={hall.id}
          onChoose={setChosen}
        />
      )}
      <HallPlan
        key={hall.id}
        hall={hall}
        rows={rows.filter((row) => row.hall === hall.id)}
        highlighted={highlighted?.filter((row) => row.hall === hall.id)}
      />
    </section>
  )
}
