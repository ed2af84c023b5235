export type Stop = { town: string; parcels: number };

// Make the properties readonly, then write addStop and unload here, and export them.
