// The router for everything below /books belongs here.
