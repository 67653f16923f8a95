// What is wrong with a page of a database, by the number of the page. Pure.

export class BrokenPage extends Error {
	readonly page: number

	constructor(page: number, message: string) {
		super(message)
		this.page = page
	}
}
