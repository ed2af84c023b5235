import express from "express";

const app = express();

// Answer GET /hello here, then export the app.
