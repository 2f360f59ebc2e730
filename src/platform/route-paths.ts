/** Paths that other modules use. */
export const Home = '/'
export const Search = '/search'
export const MyCenter = '/user/center'
export const Login = '/login'
