import { Icon } from './Icon.tsx'
import styles from './AgeStrip.module.css'

/** The quiet strip under the header while there is no network: "Offline, as of 09:12". */
export function AgeStrip({ text }: { text: string }) {
  return (
    <output className={styles.strip}>
      <Icon name="offline" size={16} />
      {text}
    </output>
  )
}
