import express from "express";

const app = express();

// Three steps in this order: JSON bodies, the router at /books, the desk.

export default app;
