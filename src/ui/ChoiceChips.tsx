import { useEffect, useRef } from 'react'
import styles from './ChoiceChips.module.css'

/**
 * Chips of a filter, one of them selected. For settings and forms, use `SegmentedControl`. If the chips do not fit the
 * width, the selected one is scrolled into view.
 */
export function ChoiceChips({
  label,
  choices,
  chosen,
  onChoose,
}: {
  /** Accessible name of the row. */
  label: string
  /** `value` is undefined for the choice that filters nothing. `lang` is the label's language where it is another one. */
  choices: readonly { value: string | undefined; label: string; lang?: string }[]
  /** The value of the selected chip. */
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
}) {
  const row = useRef<HTMLFieldSetElement>(null)
  const selectedIndex = choices.findIndex(({ value }) => value === chosen)
  useEffect(() => {
    const chip = row.current?.children[selectedIndex]
    if (row.current && chip) scrollRowTo(row.current, chip)
  }, [selectedIndex])
  return (
    <fieldset ref={row} aria-label={label} className={styles.chips}>
      {choices.map((choice) => (
        <button
          key={choice.value ?? ''}
          type="button"
          className={styles.chip}
          lang={choice.lang}
          aria-pressed={choice.value === chosen}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}

/** Centres a chip in the row unless it is fully visible. `scrollIntoView` would scroll the page too. */
function scrollRowTo(row: Element, chip: Element): void {
  const [rowRect, chipRect] = [row.getBoundingClientRect(), chip.getBoundingClientRect()]
  if (chipRect.left >= rowRect.left && chipRect.right <= rowRect.right) return
  row.scrollBy({ left: (chipRect.left + chipRect.right - rowRect.left - rowRect.right) / 2 })
}
