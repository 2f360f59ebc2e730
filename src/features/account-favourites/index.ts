export { uniteFavourites } from './unite-favourites.ts'
