export type Item = { id: string; name: string; bought: boolean };

// Write the type of the actions and the reducer here.
