"""The projection of newton_projection.hpp for numba."""

import math

import numpy as np
from numba import njit


@njit
def weigh(y, A, lam, x, mean, cov):
    """Computes x = y exp(-lam'A), its mass, and the mean and covariance of A."""
    m, K = A.shape
    total = 0.0
    for a in range(K):
        exponent = 0.0
        for i in range(m):
            exponent -= lam[i] * A[i, a]
        x[a] = y[a] * math.exp(exponent) if exponent != 0 else y[a]
        total += x[a]
    for i in range(m):
        s = 0.0
        for a in range(K):
            s += x[a] * A[i, a]
        mean[i] = s / total
        for j in range(i + 1):
            s = 0.0
            for a in range(K):
                s += x[a] * A[i, a] * A[j, a]
            cov[i, j] = cov[j, i] = s / total - mean[i] * mean[j]
    return total


@njit
def find_root(y, A, lam, x, mean, cov):
    low, high = 0.0, math.inf
    for _ in range(200):
        if abs(mean[0]) <= 1e-14:
            break
        if mean[0] > 0:
            low = lam[0]
        else:
            high = lam[0]
        newton = lam[0] + mean[0] / (cov[0, 0] + mean[0] ** 2)
        if low < newton < high:
            lam[0] = newton
        else:
            lam[0] = 2 * lam[0] + 1 if math.isinf(high) else (low + high) / 2
        weigh(y, A, lam, x, mean, cov)
    else:
        raise RuntimeError("the projection did not converge")


@njit
def minimise(y, A, lam, x, mean, cov, total):
    """Projected Newton on the dual with Armijo's rule."""
    m = A.shape[0]
    for _ in range(200):
        residual = 0.0
        for i in range(m):
            residual = max(residual, abs(mean[i]) if lam[i] > 0 else mean[i])
        if residual <= 1e-14:
            return
        slope = mean.copy()
        for i in range(m):
            if lam[i] <= 0 and mean[i] <= 0:
                cov[i, :] = 0
                cov[:, i] = 0
                cov[i, i] = 1
                mean[i] = 0
        direction = np.linalg.solve(cov, mean)
        value, start, scale = math.log(total), lam.copy(), 1.0
        while True:
            decrease = 0.0
            for i in range(m):
                lam[i] = max(0.0, start[i] + scale * direction[i])
                decrease += slope[i] * (lam[i] - start[i])
            total = weigh(y, A, lam, x, mean, cov)
            if math.log(total) <= value - 1e-4 * decrease + 1e-15:
                break
            scale /= 2
            if scale < 1e-12:
                raise RuntimeError("the line search failed")
    raise RuntimeError("the projection did not converge")


@njit
def project(y, A, x, lam, mean, cov):
    """Sets x to the projection of the weights y onto {A x <= 0}; returns True if it differs from y / sum y."""
    lam[:] = 0
    total = weigh(y, A, lam, x, mean, cov)
    outside = mean.max() > 0
    if outside:
        if A.shape[0] == 1:
            find_root(y, A, lam, x, mean, cov)
        else:
            minimise(y, A, lam, x, mean, cov, total)
    x /= x.sum()
    return outside
