import { Icon, type IconName } from './Icon.tsx'
import styles from './DataAgeBanner.module.css'

/**
 * A strip under the header while the shown data may be old: "Offline, as of 09:12". The live region is rendered
 * without text too, or screen readers would not read out the first text.
 */
export function DataAgeBanner({ text, icon }: { text: string | undefined; icon: IconName }) {
  return (
    <output className={styles.region}>
      {text !== undefined && (
        <span className={styles.banner}>
          <Icon name={icon} size={16} />
          {text}
        </span>
      )}
    </output>
  )
}
