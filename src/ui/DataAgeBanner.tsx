import { Icon, type IconName } from './Icon.tsx'
import styles from './DataAgeBanner.module.css'

/**
 * The quiet strip under the header while what is shown may be old: "Offline, as of 09:12". The live region stands
 * without words too, or the first ones would not be read out.
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
