import express from "express";

const app = express();

// Answer GET /books/:id with what findBook gives, then set up the desk.

export default app;
